import { describe, expect, test } from 'vitest';
import { findMaterial } from '../../../src/scene/materials.ts';
import { compose } from '../../../src/scene/pose.ts';
import { resolveScene } from '../../../src/scene/resolve/resolve.ts';
import type { Vec3 } from '../../../src/scene/types.ts';
import { cubeObj, sceneOf } from '../help.ts';

const close = (a: readonly number[], b: readonly number[], digits = 12) => {
  expect(a).toHaveLength(b.length);
  for (const [i, x] of a.entries()) expect(x).toBeCloseTo(b[i], digits);
};

/** An L: a box of 2×1×1 and one of 1×1×1 on its left end, corner at the origin. */
const ell = {
  kind: 'inline',
  vertices: [
    [0, 0, 0],
    [2, 0, 0],
    [2, 1, 0],
    [1, 1, 0],
    [1, 2, 0],
    [0, 2, 0],
    [0, 0, 1],
    [2, 0, 1],
    [2, 1, 1],
    [1, 1, 1],
    [1, 2, 1],
    [0, 2, 1],
  ],
  faces: [
    [0, 3, 1],
    [1, 3, 2],
    [0, 5, 3],
    [3, 5, 4],
    [6, 7, 9],
    [7, 8, 9],
    [6, 9, 11],
    [9, 10, 11],
    [0, 1, 7],
    [0, 7, 6],
    [1, 2, 8],
    [1, 8, 7],
    [2, 3, 9],
    [2, 9, 8],
    [3, 4, 10],
    [3, 10, 9],
    [4, 5, 11],
    [4, 11, 10],
    [5, 0, 6],
    [5, 6, 11],
  ],
};

describe('masses', () => {
  test('of boxes, by density, by mass and by material', () => {
    const shape = { kind: 'box', size: [1, 2, 3] };
    const scene = sceneOf({
      name: 'a',
      bodies: [
        { shape },
        { shape, density: 500 },
        { shape, mass: 12 },
        { shape, material: 'steel' },
        { shape, scale: 2 },
        { shape, dimensions: [3, 2, 1] },
      ],
    });
    close(
      scene.bodies.map((b) => b.mass),
      [6000, 3000, 12, 6 * 7850, 48000, 6000],
      8,
    );
    close(scene.bodies[2].inertia, [(12 * (4 + 9)) / 12, (12 * (1 + 9)) / 12, (12 * (1 + 4)) / 12]);
    close(scene.bodies[5].inertia, [(6000 * 5) / 12, (6000 * 10) / 12, (6000 * 13) / 12], 8);
    expect(scene.bodies[4].shape).toEqual({ kind: 'box', size: [2, 4, 6] });
  });

  test('of round primitives are those of the true shape, not of its triangles', () => {
    const [ball, rod, pill, egg] = sceneOf({
      name: 'a',
      bodies: [
        { shape: { kind: 'sphere', radius: 0.5, subdivisions: 1 }, density: 6 / Math.PI },
        { shape: { kind: 'cylinder', radius: 0.5, length: 2, axis: 'y', segments: 5 }, mass: 3 },
        { shape: { kind: 'capsule', radius: 0.5, length: 1e-6, axis: 'x' }, density: 6 / Math.PI },
        { shape: { kind: 'sphere', radius: 0.5 }, scale: [1, 1, 2] },
      ],
    }).bodies;
    expect(ball.mass).toBeCloseTo(1, 12);
    close(ball.inertia, [0.1, 0.1, 0.1]);
    close(rod.inertia, [3 * (0.0625 + 4 / 12), 3 * 0.125, 3 * (0.0625 + 4 / 12)]);
    // A capsule without length is a ball.
    expect(pill.mass).toBeCloseTo(1, 5);
    close(pill.inertia, [0.1, 0.1, 0.1], 5);
    expect(egg.shape).toEqual({ kind: 'mesh' });
  });

  test('the body frame stands at the centre of mass, and the model where the file puts it', () => {
    const [body] = sceneOf({
      name: 'a',
      bodies: [{ shape: ell, position: [10, 20, 30], rotation: { axis: 'z', degrees: 90 } }],
    }).bodies;
    expect(body.mass).toBeCloseTo(3000, 9);
    // Centre by hand: (2·(1, ½) + 1·(½, 3/2)) / 3 = (5/6, 5/6), turned a quarter: (-5/6, 5/6).
    close(body.pose.position, [10 - 5 / 6, 20 + 5 / 6, 30.5]);
    const model = compose(body.pose, body.model);
    close(model.position, [10, 20, 30]);
    close(model.orientation.map(Math.abs), [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  });

  test('the mesh in the body frame gives back the file in the world', () => {
    const scene = sceneOf({ name: 'a', bodies: [{ shape: ell, position: [1, 2, 3] }] });
    const { positions } = scene.meshes[0];
    const { pose } = scene.bodies[0];
    for (let v = 0; v < 12; v++) {
      const own: Vec3 = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
      const world = compose(pose, { position: own, orientation: [0, 0, 0, 1] }).position;
      close(
        world,
        ell.vertices[v].map((x, k) => x + k + 1),
      );
    }
  });

  test('sheets, wires and points have the mass their densities say', () => {
    const vertices = [
      [0, 0, 0],
      [2, 0, 0],
      [0, 2, 0],
    ];
    const bodies = [
      { shape: { kind: 'inline', vertices, faces: [[0, 1, 2]] }, surfaceDensity: 5 },
      {
        shape: {
          kind: 'inline',
          vertices,
          edges: [
            [0, 1],
            [0, 2],
          ],
        },
        lineDensity: 3,
      },
      { shape: { kind: 'inline', vertices }, pointMass: 7 },
      { shape: { kind: 'inline', vertices, faces: [[0, 1, 2]] }, density: 1000, thickness: 0.01 },
    ];
    close(
      sceneOf({ name: 'a', bodies }).bodies.map((b) => b.mass),
      [10, 12, 21, 20],
    );
  });
});

describe('meshes', () => {
  test('an inside-out file is turned over, and said so', () => {
    const file = { name: 'a', bodies: [{ shape: { kind: 'file', path: 'cube.obj' } }] };
    const good = resolveScene(file, { loadFile: () => cubeObj() });
    const bad = resolveScene(file, { loadFile: () => cubeObj(true) });
    expect(good.notes.join()).not.toContain('turned over');
    expect(bad.notes.join()).toContain('12 of 12 faces looked inward and were turned over');
    expect(bad.scene.bodies[0].mass).toBeCloseTo(1000, 9);
  });

  test('units: the size is reported, and STL is in millimetres', () => {
    const stl = new TextEncoder().encode(
      [
        'solid t',
        ...tetrahedron(20).map(
          (f) =>
            `facet normal 0 0 0\nouter loop\n${f.map((v) => `vertex ${v.join(' ')}`).join('\n')}\nendloop\nendfacet`,
        ),
        'endsolid',
      ].join('\n'),
    );
    const file = (units?: string) => ({
      name: 'a',
      bodies: [{ shape: { kind: 'file', path: 't.stl', ...(units ? { units } : {}) } }],
    });
    const { scene, notes } = resolveScene(file(), { loadFile: () => stl });
    expect(notes).toContain('t.stl: read in mm, 0.02 × 0.02 × 0.02 m, 4 vertices');
    expect(scene.bodies[0].mass).toBeCloseTo((1000 * 0.02 ** 3) / 6, 12);
    expect(sceneOf(file('in'), { loadFile: () => stl }).bodies[0].mass).toBeCloseTo(
      (1000 * (20 * 0.0254) ** 3) / 6,
      9,
    );
  });

  test('equal shapes share one mesh and one material', () => {
    const brick = { shape: { kind: 'box' }, material: 'brick' };
    const scene = sceneOf({
      name: 'a',
      bodies: Array.from({ length: 50 }, (_, i) => ({ ...brick, position: [i, 0, 0] })),
    });
    expect(scene.meshes).toHaveLength(1);
    expect(scene.bodies[49].material).toBe(scene.bodies[0].material);
  });

  test('a body splits into its pieces, each at its own centre', () => {
    const two = { kind: 'inline', vertices: [...box8(0), ...box8(10)], faces: [...box12(0), ...box12(8)] };
    const scene = sceneOf({
      name: 'a',
      bodies: [{ name: 'pair', shape: two, split: true, position: [0, 5, 0] }],
    });
    expect(scene.bodies.map((b) => b.name)).toEqual(['pair-part0', 'pair-part1']);
    close(scene.bodies[0].pose.position, [0.5, 5.5, 0.5]);
    close(scene.bodies[1].pose.position, [10.5, 5.5, 0.5]);
    expect(scene.meshes[0].positions).toHaveLength(24);
  });

  test('a mirrored body keeps its outside outside', () => {
    const scene = sceneOf({ name: 'a', bodies: [{ shape: ell, scale: [-1, 1, 1] }] });
    expect(scene.bodies[0].mass).toBeCloseTo(3000, 9);
    expect(scene.bodies[0].pose.position[0]).toBeCloseTo(-5 / 6, 12);
  });

  test('the edges of faces are no wires, and unused vertices are points', () => {
    const shape = {
      kind: 'inline',
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [5, 5, 5],
        [6, 6, 6],
        [9, 9, 9],
      ],
      faces: [[0, 1, 2]],
      edges: [
        [0, 1],
        [1, 2],
        [3, 4],
        [4, 3],
      ],
    };
    const [mesh] = sceneOf({ name: 'a', bodies: [{ shape }] }).meshes;
    expect([...mesh.wires]).toEqual([3, 4]);
    expect([...mesh.points]).toEqual([5]);
  });

  test('a floor looks up, whichever way that is', () => {
    for (const [up, normal] of [
      ['y', [0, 1, 0]],
      ['z', [0, 0, 1]],
    ] as const) {
      const scene = sceneOf({ name: 'a', up, bodies: [{ shape: { kind: 'plane' }, motion: 'static' }] });
      expect(scene.bodies[0].shape).toEqual({ kind: 'plane', normal });
      expect(scene.gravity).toEqual(up === 'y' ? [0, -9.81, 0] : [0, 0, -9.81]);
    }
  });
});

describe('bodies', () => {
  test('materials: named, by value, by value on a name, with overrides', () => {
    const shape = { kind: 'box' };
    const [steel, own, like] = sceneOf({
      name: 'a',
      bodies: [
        { shape, material: 'steel', friction: 0.1 },
        { shape, material: { density: 2, friction: 0.3 } },
        { shape, material: { like: 'glass', restitution: 0.2 } },
      ],
    }).bodies.map((b) => b.material);
    expect(steel).toEqual({ ...findMaterial('steel'), friction: 0.1 });
    expect(own).toMatchObject({ density: 2, friction: 0.3, name: 'custom' });
    expect(like).toEqual({ ...findMaterial('glass'), restitution: 0.2 });
  });

  test('all degrees of freedom fixed is static; velocities along fixed ones are none', () => {
    const shape = { kind: 'box' };
    const { scene, notes } = resolveScene({
      name: 'a',
      bodies: [
        { shape, fixed: true },
        {
          shape,
          fixed: [true, false, false, false, false, true],
          velocity: [1, 2, 3],
          angularVelocity: [4, 5, 6],
        },
      ],
    });
    expect(scene.bodies[0].motion).toBe('static');
    expect(scene.bodies[1].velocity).toEqual([0, 2, 3]);
    expect(scene.bodies[1].angularVelocity).toEqual([4, 5, 0]);
    expect(notes).toEqual(['bodies[1]: velocities along fixed degrees of freedom are taken as zero']);
  });

  test('the scene is frozen, and its file is left alone', () => {
    const file = {
      name: 'a',
      bodies: [{ shape: { kind: 'box', size: [1, 1, 1] }, position: [0, 1, -0] }],
      options: { x: 1 },
    };
    const scene = sceneOf(file);
    expect(Object.isFrozen(scene.bodies[0].pose.position)).toBe(true);
    expect(Object.isFrozen(scene.options)).toBe(true);
    expect(Object.is(scene.bodies[0].pose.position[2], 0)).toBe(true);
    file.bodies[0].position[0] = 7;
    file.options.x = 2;
    expect(scene.bodies[0].pose.position[0]).toBe(0);
    expect(scene.options['x']).toBe(1);
  });
});

describe('joints, forces, frames, pairs', () => {
  const bodies = [
    { name: 'a', shape: ell, position: [1, 0, 0] },
    { name: 'b', shape: { kind: 'box' }, position: [0, 3, 0], rotation: { axis: 'y', degrees: 30 } },
  ];

  test('the two frames of a joint stand at one place in the world, their x along the axis', () => {
    const scene = sceneOf({
      name: 's',
      bodies,
      joints: [
        { kind: 'hinge', a: 'a', b: 'b', at: [1, 2, 3], axis: [0, 1, 1], limitsDegrees: [-90, 720] },
        { kind: 'ball', a: 'b', at: [0, 5, 0] },
      ],
    });
    const [hinge, ball] = scene.joints;
    for (const frame of [
      compose(scene.bodies[0].pose, hinge.frameA),
      compose(scene.bodies[1].pose, hinge.frameB),
    ]) {
      close(frame.position, [1, 2, 3]);
      close(compose(frame, { position: [1, 0, 0], orientation: [0, 0, 0, 1] }).position, [
        1,
        2 + Math.SQRT1_2,
        3 + Math.SQRT1_2,
      ]);
    }
    close(hinge.limits!, [-Math.PI / 2, 4 * Math.PI]);
    expect(ball.b).toBe(-1);
    close(ball.frameB.position, [0, 5, 0]);
  });

  test('frames of a joint may be given in model coordinates', () => {
    const scene = sceneOf({
      name: 's',
      bodies,
      joints: [
        { kind: 'fixed', a: 'a', b: 'b', frameA: { position: [2, 1, 0] }, frameB: { position: [0, 0, 0.5] } },
      ],
    });
    close(compose(scene.bodies[0].pose, scene.joints[0].frameA).position, [3, 1, 0]);
    close(compose(scene.bodies[1].pose, scene.joints[0].frameB).position, [0.25, 3, Math.sqrt(3) / 4]);
  });

  test('a distance joint keeps the distance at the start', () => {
    const scene = sceneOf({
      name: 's',
      bodies,
      joints: [{ kind: 'distance', a: 'a', b: 'b', at: [1, 0, 0], to: [1, 3, 4] }],
    });
    expect(scene.joints[0].length).toBeCloseTo(5, 12);
  });

  test('a force and a frame are moved to body coordinates', () => {
    const scene = sceneOf({
      name: 's',
      bodies,
      forces: [{ body: 'a', force: [1, 0, 0], at: [0, 0, 0], from: 1, until: 2 }],
      frames: [
        { name: 'f', body: 'a', position: [2, 0, 0] },
        { name: 'w', position: [1, 1, 1] },
      ],
      pairs: [{ a: 'b', b: 'a', friction: 0, collide: false }],
    });
    close(
      compose(scene.bodies[0].pose, { position: scene.forces[0].point, orientation: [0, 0, 0, 1] }).position,
      [1, 0, 0],
    );
    close(compose(scene.bodies[0].pose, scene.frames[0].pose).position, [3, 0, 0]);
    expect(scene.frames[1]).toMatchObject({ body: -1, pose: { position: [1, 1, 1] } });
    expect(scene.pairs).toEqual([{ a: 1, b: 0, friction: 0, collide: false }]);
  });
});

function tetrahedron(size: number): number[][][] {
  const [o, x, y, z] = [
    [0, 0, 0],
    [size, 0, 0],
    [0, size, 0],
    [0, 0, size],
  ];
  return [
    [o, y, x],
    [o, x, z],
    [o, z, y],
    [x, y, z],
  ];
}

function box8(at: number): number[][] {
  return Array.from({ length: 8 }, (_, i) => [at + (i & 1), (i >> 1) & 1, i >> 2]);
}

function box12(from: number): number[][] {
  const faces = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7,
    5,
  ];
  return Array.from({ length: 12 }, (_, i) => faces.slice(3 * i, 3 * i + 3).map((v) => v + from));
}
