declare module "libheif-js/wasm-bundle.js" {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    /** Fills the pixels, and calls back with them; with null where it cannot. */
    display(pixels: Pixels, done: (filled: Pixels | null) => void): void;
    free(): void;
  };
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
