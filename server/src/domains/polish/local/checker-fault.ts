/** Why a text could not be checked: too many were waiting, it took too long, or the process failed. */
export type CheckerFaultKind = "busy" | "slow" | "broken";

/** The local checker could not polish a text. */
export class CheckerFault extends Error {
  override readonly name = "CheckerFault";
  readonly kind: CheckerFaultKind;

  constructor(kind: CheckerFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
