export function ldlProbe(a: usize): f64 {
  return load<f64>(a) * 2.0;
}
