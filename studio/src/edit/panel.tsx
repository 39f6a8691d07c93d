export function EditPanel() {
  return <div>EditPanel</div>;
}
