"""Right only in a process that has imported no other framework than its own."""

from opscope.nouns import Operator, TensorSpec, preset

FRAMEWORKS = {"torch", "triton", "tensorflow", "jax"}
BRINGS = {"torch": {"triton"}, "tensorflow": {"jax"}, "jax": set()}  # TensorFlow Lite imports JAX


def alone(own):
    def implementation(case):
        import sys

        others = sorted((FRAMEWORKS - {own} - BRINGS[own]) & set(sys.modules))
        if others:
            raise RuntimeError(f"{own} shares its process with {', '.join(others)}")
        return lambda x: 2 * x

    return implementation


OPERATOR = Operator(
    name="alone",
    summary="2 x, in a process of its own",
    presets=(preset("tiny", n=8), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={name: alone(name) for name in BRINGS},
)
