// Contacts of Jolt, as live sound takes them. Jolt tells when bodies meet, before it knows how hard: the impulse is that which stops
// them, by their masses and speeds there. What slides is not told.
//
//   const listener = listenToJolt(Jolt, numberOf, (contact) => sound.contact(contact));
//   system.SetContactListener(listener);

/** @param numberOf  the number of the model of a Jolt body, or undefined where it has none */
export function listenToJolt(Jolt, numberOf, tell) {
  const listener = new Jolt.ContactListenerJS();
  listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactPersisted = () => {};
  listener.OnContactRemoved = () => {};
  listener.OnContactAdded = (first, second, at) => {
    const [a, b] = [first, second].map((pointer) => Jolt.wrapPointer(pointer, Jolt.Body));
    const manifold = Jolt.wrapPointer(at, Jolt.ContactManifold);
    const normal = numbers(manifold.mWorldSpaceNormal); // along which the second has to move
    const position = middle(manifold);
    const velocity = [a, b].map((body) => velocityAt(body, position));
    const closing = [0, 1, 2].reduce((sum, k) => sum + normal[k] * (velocity[0][k] - velocity[1][k]), 0);
    const inverse = [a, b].reduce((sum, body) => sum + inverseMassOf(body), 0);
    if (!(closing > 0 && inverse > 0)) return;
    for (const [body, sign] of [
      [numberOf(a), -1],
      [numberOf(b), 1],
    ])
      if (body !== undefined)
        tell({ body, position, normal: normal.map((x) => sign * x), impulse: closing / inverse });
  };
  return listener;
}

function inverseMassOf(body) {
  return body.IsDynamic() ? body.GetMotionProperties().GetInverseMass() : 0;
}

/** v + ω × r */
function velocityAt(body, point) {
  const [v, w, middle] = [
    body.GetLinearVelocity(),
    body.GetAngularVelocity(),
    body.GetCenterOfMassPosition(),
  ].map(numbers);
  const r = point.map((x, k) => x - middle[k]);
  return v.map((x, k) => x + w[(k + 1) % 3] * r[(k + 2) % 3] - w[(k + 2) % 3] * r[(k + 1) % 3]);
}

function middle(manifold) {
  const count = manifold.mRelativeContactPointsOn1.size();
  const points = Array.from({ length: count }, (_, i) => numbers(manifold.GetWorldSpaceContactPointOn1(i)));
  return [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / count);
}

function numbers(v) {
  return [v.GetX(), v.GetY(), v.GetZ()];
}
