declare module "utif2" {
  /** Fields by the letter t and their tag. */
  type Picture = { [field: `t${number}`]: number[] };
  const utif: {
    /** Unpacks the strips that the fields name, and puts their samples down as `data`. */
    decodeImage(file: Uint8Array, picture: Picture & { data?: Uint8Array }): void;
  };
  export default utif;
}
