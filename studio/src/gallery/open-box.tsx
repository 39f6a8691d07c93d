// Where files are dropped or chosen.

export function OpenBox() {
  return null;
}
