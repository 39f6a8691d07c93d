// A past in which groups that had been there all the time come, too: every group of bodies that touch each other at the end, and of which
// more than half found no way back, is let go above its place (arrive.ts) where the forward engine brings it back. In the end everything
// runs together, and groups that get into the way of others are put back.

import { findContacts } from '../../collide/collider.ts';
import { ContactSet } from '../../collide/contact-set.ts';
import { runAlone } from '../certificate.ts';
import type { PassRequest } from '../pass/pass.ts';
import { Groups } from '../refine/groups.ts';
import { isNear, missOf } from '../refine/miss.ts';
import { withStarts } from '../refine/with-starts.ts';
import type { ReplayStart } from '../replay.ts';
import type { Past } from '../rewind.ts';
import { arrive } from './arrive.ts';

/** A group and the start that brings it to its places. */
type Arrival = readonly [readonly number[], { readonly start: ReplayStart }];

/** Where more than this share of a group found no way back, a way forward is looked for. */
const MOST_STAY = 0.5;

/** The past, with those that could be brought to come; undefined where it was stopped. */
export function withArrivals(
  past: Past,
  request: PassRequest,
  stop: () => boolean = () => false,
  progress: (fraction: number) => void = () => undefined,
): Past | undefined {
  const groups = groupsThatStayed(past);
  const found: Arrival[] = [];
  for (const [i, group] of groups.entries()) {
    progress(i / groups.length);
    const start = arrive(request, group, past.rest, stop);
    if (stop()) return undefined;
    if (start !== undefined) found.push([group, { start }]);
  }
  return together(past, found);
}

/** With all of the groups that were found a start for, but for those that do not get to their places when everything runs. */
function together(past: Past, found: readonly Arrival[]): Past {
  if (found.length === 0) return past;
  const all = withStarts(past, found);
  const missed = whoMisses(all);
  if (missed.size === 0) return all;
  const kept = found.filter(([group]) => !group.some((body) => missed.has(body)));
  return kept.length < found.length ? together(past, kept) : past;
}

/** Groups that touch at the end and mostly have been there all the time. */
function groupsThatStayed({ model, rest, log }: Past): number[][] {
  const contacts = new ContactSet();
  findContacts(model.collider, rest, contacts);
  const groups = new Groups(model);
  groups.add(contacts);
  return groups
    .list()
    .filter((group) => group.filter((body) => log.restTicks[body] === 0).length > MOST_STAY * group.length);
}

/** Bodies that the engine by itself does not bring to their places. */
function whoMisses(past: Past): Set<number> {
  const { model, end } = past;
  const alone = runAlone(past);
  const missed = new Set<number>();
  for (let body = 0; body < model.bodies; body++)
    if (model.isDynamic[body] === 1 && !isNear(missOf(model, body, alone, end.poses))) missed.add(body);
  return missed;
}
