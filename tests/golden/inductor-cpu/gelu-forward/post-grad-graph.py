class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 512]", arg1_1: "f32[512, 1024]", arg2_1: "f32[1024]"):
        # File: torch_ops.py:18 in gelu, code: z = y + b
        addmm_default: "f32[256, 1024]" = torch.ops.aten.addmm.default(arg2_1, arg0_1, arg1_1);  arg2_1 = arg0_1 = arg1_1 = None

        # File: torch_ops.py:19 in gelu, code: return torch.nn.functional.gelu(z)
        mul: "f32[256, 1024]" = torch.ops.aten.mul.Tensor(addmm_default, 0.5)
        mul_1: "f32[256, 1024]" = torch.ops.aten.mul.Tensor(addmm_default, 0.7071067811865476);  addmm_default = None
        erf: "f32[256, 1024]" = torch.ops.aten.erf.default(mul_1);  mul_1 = None
        add_1: "f32[256, 1024]" = torch.ops.aten.add.Tensor(erf, 1);  erf = None
        mul_2: "f32[256, 1024]" = torch.ops.aten.mul.Tensor(mul, add_1);  mul = add_1 = None
        return (mul_2,)
