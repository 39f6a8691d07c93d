export function TopBar() {
  return <div>TopBar</div>;
}
