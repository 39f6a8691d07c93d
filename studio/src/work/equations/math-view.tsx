// Mathematics on the page, from what the worker sent.

import { createElement, type VNode } from 'preact';
import type { MathNode } from './math.ts';

export function MathView({ math }: { math: MathNode }) {
  return createElement('math', { display: 'inline' }, shown(math));
}

function shown([tag, ...children]: MathNode): VNode {
  return createElement(
    tag,
    null,
    ...children.map((child) => (typeof child === 'string' ? child : shown(child))),
  );
}
