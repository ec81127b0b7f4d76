// Lets tensors without storage on the device type "cuda" pass through PyTorch's C++ code (the autograd
// engine, above all) in a build without CUDA: a device guard that does nothing, and hooks that say
// "there is a CUDA, its context is not initialised". Nothing here can allocate or launch.
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace {

constexpr auto kCuda = c10::DeviceType::CUDA;

struct Guard : c10::impl::NoOpDeviceGuardImpl<kCuda> {
  c10::Device getDevice() const override { return {kCuda, 0}; }
  c10::Device exchangeDevice(c10::Device) const override { return {kCuda, 0}; }
  c10::Stream getStream(c10::Device device) const noexcept override {
    const auto index = device.index() < 0 ? 0 : device.index();
    return c10::Stream(c10::Stream::DEFAULT, c10::Device(kCuda, index));
  }
  c10::Stream getDefaultStream(c10::Device device) const override { return getStream(device); }
  c10::Stream exchangeStream(c10::Stream stream) const noexcept override { return stream; }
};

struct Hooks : at::CUDAHooksInterface {
  explicit Hooks(at::CUDAHooksArgs) {}
  void init() const override {}
  bool hasCUDA() const override { return on; }
  bool isBuilt() const override { return on; }
  bool isAvailable() const override { return on; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return false; }
  c10::DeviceIndex current_device() const override { return 0; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  int getNumGPUs() const override { return 1; }
  static bool on;
};
bool Hooks::on = false;

// PyTorch remembers its hooks object while it is imported, before anybody could register another.
// The object has no data members, so its table of virtual functions is swapped (Itanium C++ ABI).
void** table_of_hooks() {
  return reinterpret_cast<void**>(
      const_cast<at::CUDAHooksInterface*>(&at::detail::getCUDAHooks()));
}
void* saved = nullptr;

}  // namespace

extern "C" int opscope_guard_on() {
  auto& slot = c10::impl::device_guard_impl_registry[static_cast<size_t>(kCuda)];
  if (!dynamic_cast<const Guard*>(slot.load())) slot.store(new Guard());
  static Hooks* ours = new Hooks(at::CUDAHooksArgs{});
  Hooks::on = true;
  void** table = table_of_hooks();
  void* replacement = *reinterpret_cast<void**>(ours);
  if (*table != replacement) {
    saved = *table;
    *table = replacement;
  }
  return at::detail::getCUDAHooks().hasCUDA() ? 1 : 0;
}

extern "C" void opscope_guard_off() {
  if (saved != nullptr) {
    *table_of_hooks() = saved;
    saved = nullptr;
  }
  Hooks::on = false;
}
