export function PlotPanel() {
  return <div>PlotPanel</div>;
}
