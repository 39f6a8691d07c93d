// Small robots for tests, written here.

const inertial = (mass: number, moment: number, xyz = '0 0 0') =>
  `<inertial><origin xyz="${xyz}"/><mass value="${mass}"/><inertia ixx="${moment}" iyy="${moment}" izz="${moment}" ixy="0" ixz="0" iyz="0"/></inertial>`;

/** Two bars one after the other, hanging from the world, the second with a tool fixed to it. */
export const ARM = `<?xml version="1.0"?>
<!-- an arm <with> a comment -->
<robot name="arm">
  <material name="red"><color rgba="0.8 0.1 0.1 1"/></material>
  <link name="world"/>
  <link name="upper">
    ${inertial(2, 0.02, '0 0 -0.25')}
    <visual><origin xyz="0 0 -0.25"/><geometry><box size="0.06 0.06 0.5"/></geometry><material name="red"/></visual>
    <collision><origin xyz="0 0 -0.25"/><geometry><box size="0.05 0.05 0.5"/></geometry></collision>
  </link>
  <link name="lower">
    ${inertial(1, 0.01, '0 0 -0.2')}
    <collision><origin xyz="0 0 -0.2"/><geometry><cylinder radius="0.02" length="0.4"/></geometry></collision>
  </link>
  <link name="tool">
    ${inertial(1, 0.001)}
    <collision><geometry><sphere radius="0.04"/></geometry></collision>
  </link>
  <link name="tip"/>
  <joint name="shoulder" type="continuous">
    <parent link="world"/><child link="upper"/><origin xyz="0 0 1.5"/><axis xyz="0 1 0"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.5" rpy="0 0 0"/><axis xyz="0 2 0"/>
    <limit lower="0.5" upper="1.5" effort="10" velocity="3"/>
  </joint>
  <joint name="grip" type="fixed"><parent link="lower"/><child link="tool"/><origin xyz="0 0 -0.4"/></joint>
  <joint name="end" type="fixed"><parent link="tool"/><child link="tip"/><origin xyz="0 0 -0.04" rpy="0 0 1.5707963267948966"/></joint>
  <transmission name="t"/>
</robot>`;

/** Two fingers that turn against each other, one leading. */
export const GRIPPER = `<robot name="gripper">
  <link name="palm">${inertial(1, 0.01)}<collision><geometry><box size="0.1 0.05 0.05"/></geometry></collision></link>
  <link name="left">${inertial(0.1, 1e-4, '0 0 0.05')}<collision><origin xyz="0 0 0.05"/><geometry><capsule radius="0.008" length="0.06"/></geometry></collision></link>
  <link name="right">${inertial(0.1, 1e-4, '0 0 0.05')}<collision><origin xyz="0 0 0.05"/><geometry><mesh filename="package://hand/meshes/finger.off" scale="0.01 0.01 0.03"/></geometry></collision></link>
  <link name="slide">${inertial(0.1, 1e-4)}<collision><origin xyz="0 0 -0.1"/><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>
  <joint name="leads" type="revolute"><parent link="palm"/><child link="left"/><origin xyz="-0.05 0 0.03"/><axis xyz="0 1 0"/><limit lower="0.1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="follows" type="revolute"><parent link="palm"/><child link="right"/><origin xyz="0.05 0 0.03"/><axis xyz="0 1 0"/><limit lower="-1" upper="0" effort="1" velocity="1"/><mimic joint="leads" multiplier="-1" offset="0.05"/></joint>
  <joint name="slides" type="prismatic"><parent link="palm"/><child link="slide"/><axis xyz="0 0 1"/><limit lower="-0.01" upper="0.02" effort="1" velocity="1"/><mimic joint="leads" multiplier="0.01"/></joint>
</robot>`;

/** A box on four wheels. */
export const CART = `<robot name="cart">
  <link name="chassis">${inertial(4, 0.05)}<collision><geometry><box size="0.4 0.2 0.06"/></geometry></collision></link>
  ${[0, 1, 2, 3]
    .map((i) => {
      const [x, y] = [i < 2 ? 0.15 : -0.15, i % 2 === 0 ? 0.13 : -0.13];
      return `<link name="wheel${i}">${inertial(0.3, 5e-4)}<collision><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.06" length="0.03"/></geometry></collision></link>
  <joint name="axle${i}" type="continuous"><parent link="chassis"/><child link="wheel${i}"/><origin xyz="${x} ${y} -0.03"/><axis xyz="0 1 0"/></joint>`;
    })
    .join('\n  ')}
</robot>`;

export const FINGER = 'OFF\n4 4 0\n1 0 -1\n-1 1 -1\n-1 -1 -1\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n';
