"""Compiling for a device that is not in this machine: what the compilers' ``dump`` delegates to.

One module a compiler: :mod:`.triton_kernels`, :mod:`.inductor`, :mod:`.xla_gpu`, :mod:`.xla_tpu`
and :mod:`.tf_hlo`. Each gives a function ``dump(job, device, stages)`` that yields Artifacts and
runs only in a throw-away worker process, since it leaves the framework's caches, and in places its
internals, in a state that nothing may be timed with. Nothing here ever runs generated code.
"""
