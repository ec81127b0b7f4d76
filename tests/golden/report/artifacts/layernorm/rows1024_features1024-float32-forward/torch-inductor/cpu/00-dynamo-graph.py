%l_x_ : torch.Tensor [num_users=2] = placeholder[target=L_x_]
%l_g_ : torch.Tensor [num_users=1] = placeholder[target=L_g_]
%l_b_ : torch.Tensor [num_users=1] = placeholder[target=L_b_]
%m : [num_users=1] = call_method[target=mean](args = (%l_x_, -1), kwargs = {keepdim: True})
%d : [num_users=2] = call_function[target=operator.sub](args = (%l_x_, %m), kwargs = {})
%mul : [num_users=1] = call_function[target=operator.mul](args = (%d, %d), kwargs = {})
%v : [num_users=1] = call_method[target=mean](args = (%mul, -1), kwargs = {keepdim: True})
%add : [num_users=1] = call_function[target=operator.add](args = (%v, 1e-05), kwargs = {})
%r : [num_users=1] = call_function[target=torch.rsqrt](args = (%add,), kwargs = {})
%n : [num_users=1] = call_function[target=operator.mul](args = (%d, %r), kwargs = {})
%mul_2 : [num_users=1] = call_function[target=operator.mul](args = (%n, %l_g_), kwargs = {})
%add_1 : [num_users=1] = call_function[target=operator.add](args = (%mul_2, %l_b_), kwargs = {})
return (add_1,)