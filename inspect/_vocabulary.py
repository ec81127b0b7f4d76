"""One name for the same operation in every framework.

Left is what a compiler calls it (ATen operators without ``aten.``, jaxpr primitives, HLO opcodes,
TensorFlow operations), right what it is made of, in the order it is computed. A composite operator
stands for its parts, because another compiler may show only those. What is not listed keeps its
own name and so aligns with itself only.
"""

from __future__ import annotations

import re

SOFTMAX = ("reduce_max", "sub", "exp", "reduce_sum", "div")
VARIANCE = ("reduce_sum", "div", "sub", "mul", "reduce_sum", "div")
LAYER_NORM = (*VARIANCE, "add", "rsqrt", "mul", "mul", "add")
LAYER_NORM_BACKWARD = (
    *("sub", "mul", "mul", "mul", "reduce_sum", "mul", "reduce_sum", "mul", "sub", "sub", "div"),
    *("mul", "mul", "reduce_sum", "reduce_sum"),
)
ATTENTION = ("matmul", *SOFTMAX, "matmul")

_TABLE = {
    "matmul": "mm bmm matmul dot dot_general MatMul BatchMatMul BatchMatMulV2 BatchMatMulV3 linear "
    "einsum Einsum gemm _scaled_mm",
    "convolution": "convolution conv conv2d conv1d conv3d conv_general_dilated Conv2D Conv3D "
    "DepthwiseConv2dNative Conv2DBackpropInput Conv2DBackpropFilter _convolution "
    "DepthwiseConv2dNativeBackpropInput DepthwiseConv2dNativeBackpropFilter "
    "cudnn_convolution mkldnn_convolution "
    "_convolution_pointwise",
    "reduce_sum": "sum reduce_sum Sum nansum BiasAddGrad reduce_window_sum",
    "reduce_max": "amax reduce_max Max",
    "reduce_min": "amin reduce_min Min",
    "reduce_prod": "prod reduce_prod Prod",
    "reduce_and": "all reduce_and All",
    "reduce_or": "any reduce_or Any",
    "argmax": "argmax ArgMax",
    "argmin": "argmin ArgMin",
    "cumsum": "cumsum Cumsum associative_scan",
    "cumprod": "cumprod Cumprod",
    "sort": "sort argsort topk TopKV2 top_k stable_sort",
    "exp": "exp Exp exponential expm1 Expm1 exponential-minus-one exp2",
    "log": "log Log log1p Log1p log-plus-one log2",
    "rsqrt": "rsqrt Rsqrt",
    "sqrt": "sqrt Sqrt",
    "tanh": "tanh Tanh",
    "erf": "erf Erf erfc Erfc erf_inv",
    "sigmoid": "sigmoid Sigmoid logistic",
    "cos": "cos Cos cosine",
    "sin": "sin Sin sine",
    "pow": "pow Pow power",
    "gather": "gather Gather GatherV2 GatherNd index index_select embedding take _take "
    "take_along_axis",
    "scatter": "scatter scatter_add scatter-add index_put ScatterNd TensorScatterUpdate "
    "TensorScatterAdd "
    "_unsafe_masked_index_put_accumulate "
    "scatter_reduce UnsortedSegmentSum",
    "random": "rand random rng_bit_generator random_bits inductor_random RandomUniform bernoulli "
    "threefry2x32",
    "add": "add Add AddV2 BiasAdd add_any AddN",
    "sub": "sub Sub subtract rsub",
    "mul": "mul Mul multiply square Square integer_pow",
    "div": "div Div RealDiv divide reciprocal Reciprocal truediv DivNoNan",
    "neg": "neg Neg negate",
    "abs": "abs Abs",
    "max": "maximum Maximum max relu Relu Relu6 clamp clamp_min ReluGrad",
    "min": "minimum Minimum min clamp_max",
    "select": "where select_n select SelectV2 Select masked_fill tril triu MatrixBandPart "
    "threshold_backward",
    "compare": "eq ne lt le gt ge compare Less LessEqual Greater GreaterEqual Equal NotEqual "
    "logical_not logical_and logical_or and or not LogicalAnd LogicalNot LogicalOr isnan isfinite "
    "OneHot one_hot "
    "bitwise_and bitwise_or bitwise_not bitwise_xor",
    "convert": "_to_copy convert_element_type convert Cast to",
    "copy": "clone copy Copy copy_ contiguous transpose Transpose rev reverse concatenate cat "
    "Concat ConcatV2 pad Pad PadV2 constant_pad_nd slice Slice StridedSlice dynamic_slice "
    "dynamic_update_slice dynamic-slice dynamic-update-slice slice_scatter select_scatter Pack "
    "stack split Split Unpack StridedSliceGrad roll flip Reverse ReverseV2 tile Tile repeat",
}

_COMPOSITES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("addmm", "baddbmm", "addmv"), ("matmul", "add")),
    **dict.fromkeys(("_softmax", "softmax", "Softmax"), SOFTMAX),
    **dict.fromkeys(
        ("_log_softmax", "log_softmax", "LogSoftmax"),
        ("reduce_max", "sub", "exp", "reduce_sum", "log", "sub"),
    ),
    "prepare_softmax_online": ("reduce_max", "sub", "exp", "reduce_sum"),
    "logsumexp": ("reduce_max", "sub", "exp", "reduce_sum", "log", "add"),
    **dict.fromkeys(("native_layer_norm", "layer_norm"), LAYER_NORM),
    **dict.fromkeys(
        (
            *("native_batch_norm", "_native_batch_norm_legit", "FusedBatchNormV3"),
            *("_native_batch_norm_legit_functional", "native_group_norm"),
        ),
        LAYER_NORM,
    ),
    "_native_batch_norm_legit_no_training": ("sub", "add", "rsqrt", "mul", "mul", "add"),
    "online-softmax": (*SOFTMAX, "matmul"),  # the kernel that TPUs have for it
    "nll_loss_forward": ("gather", "reduce_sum"),
    "logit": ("sub", "div", "log"),
    **dict.fromkeys(
        ("_fused_rms_norm", "rms_norm"), ("pow", "reduce_sum", "add", "rsqrt", "mul", "mul")
    ),
    **dict.fromkeys(("gelu", "Gelu"), ("mul", "mul", "erf", "add", "mul")),
    **dict.fromkeys(("silu", "swish", "Swish"), ("sigmoid", "mul")),
    **dict.fromkeys(("var_mean", "var", "_var"), VARIANCE),
    **dict.fromkeys(("SquaredDifference", "squared_difference"), ("sub", "mul")),
    **dict.fromkeys(("mean", "Mean"), ("reduce_sum", "div")),
    "fma": ("mul", "add"),
    "convolution_backward": ("convolution", "convolution"),
    "gelu_backward": ("mul", "erf", "add", "mul", "exp", "mul", "add", "mul"),
    "tanh_backward": ("mul", "sub", "mul"),
    "sigmoid_backward": ("sub", "mul", "mul"),
    **dict.fromkeys(("native_batch_norm_backward",), LAYER_NORM_BACKWARD),
    "native_layer_norm_backward": LAYER_NORM_BACKWARD,
    "SparseSoftmaxCrossEntropyWithLogits": ("reduce_max", "sub", "exp", "reduce_sum", "log"),
    "RsqrtGrad": ("mul", "mul", "mul"),
    **dict.fromkeys(("TanhGrad", "SigmoidGrad"), ("mul", "sub", "mul")),
    "_softmax_backward_data": ("mul", "reduce_sum", "neg", "mul", "add"),
    "mish": ("exp", "log", "tanh", "mul"),
    **dict.fromkeys(("softplus", "Softplus"), ("exp", "log")),
}

GENERIC = frozenset(
    ("add", "sub", "mul", "div", "neg", "abs", "max", "min", "select", "compare", "convert", "copy")
)
"""Operations that occur everywhere: that two kernels share one says nothing."""

SHAPING = frozenset(
    (
        *(
            "broadcast_in_dim",
            "broadcast",
            "reshape",
            "Reshape",
            "squeeze",
            "Squeeze",
            "expand_dims",
        ),
        *("ExpandDims", "view", "expand", "permute", "t", "unsqueeze", "iota", "full", "bitcast"),
        *("Const", "Range", "InvertPermutation", "ConcatOffset", "FloorDiv", "FloorMod"),
        *(
            "scalar_tensor",
            "constant",
            "BroadcastTo",
            "Fill",
            "zeros",
            "ones",
            "full_like",
            "StopGradient",
        ),
        *("stop_gradient", "Identity", "copy_p", "zeros_like", "ones_like", "new_zeros", "empty"),
    )
)
"""Operations that compute nothing by themselves."""

_NESTED = re.compile(r"\w+\((.+)\)")

_REGIONS = {"add": "sum", "maximum": "max", "minimum": "min", "multiply": "prod"}
"""HLO reductions by the opcode of their region."""

_CANONICAL = {name: (canonical,) for canonical, names in _TABLE.items() for name in names.split()}


def canonical(operation: str) -> tuple[str, ...]:
    """What ``operation`` is made of; empty for one that only shapes.

    >>> canonical("aten.addmm")
    ('matmul', 'add')
    """
    name = operation.removeprefix("aten.").removeprefix("prims.")
    while nested := _NESTED.fullmatch(name):  # jvp(jit(softplus)): a function that JAX traced
        name = nested[1]
    if name.startswith("_scaled_dot_product") and not name.endswith("backward"):
        return ATTENTION
    if name.startswith(("reduce:", "reduce-window:")):
        name = f"reduce_{_REGIONS.get(name.partition(':')[2], 'other')}"
    for candidate in (name, re.sub(r"_[0-9]+$", "", name), name.strip("_")):
        if candidate in _COMPOSITES:
            return _COMPOSITES[candidate]
        if candidate in _CANONICAL:
            return _CANONICAL[candidate]
        if candidate in SHAPING:
            return ()
    return (name,)
