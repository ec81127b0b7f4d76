class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[256, 512]", L_w_: "f32[512, 1024]", L_b_: "f32[1024]"):
        l_x_ = L_x_
        l_w_ = L_w_
        l_b_ = L_b_

        # File: torch_ops.py:17 in gelu, code: y = x @ w
        y: "f32[256, 1024]" = l_x_ @ l_w_;  l_x_ = l_w_ = None

        # File: torch_ops.py:18 in gelu, code: z = y + b
        z: "f32[256, 1024]" = y + l_b_;  y = l_b_ = None

        # File: torch_ops.py:19 in gelu, code: return torch.nn.functional.gelu(z)
        gelu: "f32[256, 1024]" = torch._C._nn.gelu(z);  z = None
        return (gelu,)
