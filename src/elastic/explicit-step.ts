// How long an explicit step of one element may be.
//
// An element pulls a length or angle q with stiffness k and damping b; its vertices answer with the inertia W = Σ |∂q/∂xᵢ|² / mᵢ.
// Alone it swings with ω = √(k W) and is stable up to h = 2/ω, its damper up to h = 2/(b W); vertices are shared.

/** Half the explicit limit of a damper that shares its vertices with five others. */
const DAMPING_STEP = 0.1;

/**
 * [s]
 * @param stiffness  k [N/m], or [N m] of an angle
 * @param damping    b [N s/m], or [N m s]
 * @param inertia    W [1/kg], or [1/(kg m²)]
 * @param part       of 1/ω, as the order of the method and the sharing of vertices demand
 */
export function explicitStep(stiffness: number, damping: number, inertia: number, part: number): number {
  const elastic = part / Math.sqrt(stiffness * inertia);
  return damping > 0 ? Math.min(elastic, DAMPING_STEP / (damping * inertia)) : elastic;
}

/**
 * The other way round: the fastest swing ω² [1/s²] for which a step [s] is short enough.
 * @param relaxation  damping over stiffness, τ [s]
 */
export function explicitSwing(step: number, relaxation: number, part: number): number {
  const elastic = (part / step) * (part / step);
  return relaxation > 0 ? Math.min(elastic, DAMPING_STEP / (relaxation * step)) : elastic;
}
