/** The limits of acting on orders (docs/product.md#limits). */
export const actionLimits = {
  /** The reason of a refund, and of a cancellation, which the store's staff see at Shopify. */
  actionReasonLength: 255,
  /** Why somebody asks for approval, and with what word a colleague declines. */
  approvalWordLength: 500,
  /** An order's note and tags, as Shopify has them. */
  orderNoteLength: 5_000,
  tagsOnOrder: 250,
  orderTagLength: 40,
  addressFieldLength: 255,
  /** Lines of an order that one action names, and the pieces of one. */
  linesInAction: 250,
  piecesOfLine: 100_000,
  /** Products that a search for an item to add finds. */
  variantsFound: 20,
  /** After so many days nobody can approve a request any more. */
  approvalDays: 3,
  /** Requests for approval of one person that wait at a time. */
  approvalsWaiting: 50,
  /** Shopify is asked for so many minutes; then the action is refused, or unknown. */
  actionTriedMinutes: 15,
  /** A lost answer is looked for so many minutes; then the action is unknown. */
  actionLookedMinutes: 5,
  /** How many actions an order and a ticket show. */
  actionsShown: 50,
  /** What an agent and a supervisor do alone by default: of each kind without money so many within 24 hours, and refunds at once and within 24 hours. */
  agentActions: 30,
  supervisorActions: 100,
  agentRefund: 50,
  agentRefunds: 200,
  supervisorRefund: 500,
  supervisorRefunds: 2_000,
} as const;
