export function Timeline() {
  return <div>Timeline</div>;
}
