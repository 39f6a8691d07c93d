export function RunPanel() {
  return <div>RunPanel</div>;
}
