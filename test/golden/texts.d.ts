declare module '*.lagrange?raw' {
  const text: string;
  export default text;
}
