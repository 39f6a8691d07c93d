export function Gallery() {
  return <div>Gallery</div>;
}
