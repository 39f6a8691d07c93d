// Something found about a pair of items: what of each, and when in the stretch.

export interface Finding {
  readonly a: number;
  readonly b: number;
  readonly kind: 'intersection' | 'crossing' | 'nearer' | 'undecided';
  /** 0…1 of the stretch. */
  readonly at: number;
  readonly what: string;
  /** Of what is nearer than promised [m]. */
  readonly distance?: number;
}
