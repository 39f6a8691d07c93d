export function Viewport() {
  return <div>Viewport</div>;
}
