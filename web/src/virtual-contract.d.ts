declare module "virtual:contract-routes" {
  import type { Contract } from "@deskhand/contract";

  /** The contract's paths and methods; its schemas are left out (see vite.config.ts). */
  export const routes: Contract;
}
