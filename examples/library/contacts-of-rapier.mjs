// Contacts of a step of Rapier, as live sound takes them.
//
//   world.step();
//   for (const contact of contactsOfRapier(world, colliders)) sound.contact(contact);

/** @param colliders  by the numbers of their models; they touch each other, and what is not among them */
export function contactsOfRapier(world, colliders) {
  const told = [];
  colliders.forEach((collider, body) => {
    world.contactPairsWith(collider, (other) => {
      world.contactPair(collider, other, (manifold, flipped) => {
        const normal = manifold.normal(); // out of the first of the two
        const sign = flipped ? 1 : -1;
        for (let i = 0; i < manifold.numSolverContacts(); i++) {
          const point = manifold.solverContactPoint(i);
          if (!point) continue;
          told.push({
            body,
            position: [point.x, point.y, point.z],
            normal: [sign * normal.x, sign * normal.y, sign * normal.z],
            impulse: Math.abs(manifold.contactImpulse(i)),
            slip: slipOf(collider.parent(), other.parent(), point, normal),
          });
        }
      });
    });
  });
  return told;
}

/** Of one body against the other, across the normal [m/s]. */
function slipOf(a, b, point, n) {
  const rest = { x: 0, y: 0, z: 0 };
  const [u, v] = [a, b].map((body) => body?.velocityAtPoint(point) ?? rest);
  const [x, y, z] = [u.x - v.x, u.y - v.y, u.z - v.z];
  const along = x * n.x + y * n.y + z * n.z;
  return Math.hypot(x - along * n.x, y - along * n.y, z - along * n.z);
}
