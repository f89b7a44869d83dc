/** A reason why Deskhand cannot start that its operator can act on; the message is one clear line, shown without a stack. */
export class StartFault extends Error {
  override readonly name = "StartFault";
}
