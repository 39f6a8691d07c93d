// Contacts of a live simulation of Carom, as live sound takes them: models are numbered as the bodies of its scene.
//
//   live.on('frame', ({ frame, contacts }) => {
//     for (const [body, pose] of posesOfCarom(frame)) sound.place(body, pose);
//     for (const contact of contactsOfCarom(frame, contacts, context.currentTime)) sound.contact(contact);
//   });

/** Where bodies are. */
export function posesOfCarom({ poses }) {
  return Array.from({ length: poses.length / 7 }, (_, body) => [body, poseAt(poses, body)]);
}

/** @param now  when the frame is shown, on the clock of the audio context [s]: what is in it keeps its rhythm from then on */
export function contactsOfCarom({ poses }, contacts, now) {
  const told = [];
  const first = contacts.start.reduce((least, start) => Math.min(least, start), Infinity);
  for (let i = 0; i < contacts.count; i++) {
    const body = contacts.body[i];
    if (7 * body >= poses.length) continue;
    const { position, orientation } = poseAt(poses, body);
    const point = turned(orientation, contacts.point.subarray(3 * i, 3 * i + 3));
    told.push({
      body,
      position: point.map((x, k) => x + position[k]),
      normal: [...contacts.normal.subarray(3 * i, 3 * i + 3)],
      impulse: Math.max(0, contacts.normalImpulse[i]),
      slip: Math.hypot(...contacts.slip.subarray(3 * i, 3 * i + 3)) || 0,
      time: now + contacts.start[i] - first,
    });
  }
  return told;
}

function poseAt(poses, body) {
  const at = 7 * body;
  return { position: [...poses.slice(at, at + 3)], orientation: [...poses.slice(at + 3, at + 7)] };
}

/** v + 2 q × (q × v + w v) */
function turned([x, y, z, w], v) {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const inner = cross([x, y, z], v).map((c, k) => c + w * v[k]);
  return cross([x, y, z], inner).map((c, k) => v[k] + 2 * c);
}
