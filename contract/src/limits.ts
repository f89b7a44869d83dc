/** Limits and constants that the browser and the server share (docs/product.md#limits). */
export const limits = {
  replyLength: 10_000,
  noteLength: 10_000,
  /** Of a subject that an agent writes. */
  ticketSubjectLength: 255,
  /** Of the subject that a ticket has of a mail: a line of a header (RFC 5322, section 2.1.1). */
  mailSubjectLength: 998,
  subjectOnCard: 100,
  /** The message of a ticket that an agent creates. */
  openingMessageLength: 500,
  tagsOnTicket: 20,
  /** That one request changes; a larger change comes in parts. */
  ticketsInChange: 100,
  ticketsChosen: 5_000,
  viewsOfPerson: 100,
  viewsShared: 100,
  viewNameLength: 60,
  viewCountCap: 1_000,
  /** So far ahead a ticket is put off at the most. */
  snoozeDays: 366,
  customerNameLength: 200,
  emailAddressLength: 320,
  phoneLength: 50,
  addressesOfCustomer: 20,
  customersFound: 8,
  /** Steps of a page of a ticket's trail. */
  activitiesShown: 200,
  /** The customer's other tickets beside one. */
  ticketsBeside: 20,
  orderNumberLength: 100,
  trackingNoteLength: 10_000,
  /** On the customer card of a ticket. */
  ordersOnTicket: 3,
  emailSubjectLength: 255,
  emailContentLength: 50_000,
  emailSenderNameLength: 100,
  emailSignatureLength: 10_000,
  /** The store's own words in the mail that acknowledges a new ticket. */
  acknowledgementLength: 2_000,
  logoSizeBytes: 2 * 1024 * 1024,
  /** Of each side of a logo or of a person's picture, in pixels. */
  pictureSide: 6_000,
  /** Of one that moves. */
  pictureFrames: 2_000,
  logoUrlLength: 2_000,
  /** After these many hours somebody's next new ticket is acknowledged again. */
  acknowledgementHours: 24,
  /** One mail with everything in it, in bytes of its decoded parts. */
  mailSizeBytes: 25 * 1024 * 1024,
  /** A picture of a mail that lies on another server. */
  remoteImageBytes: 5 * 1024 * 1024,
  /** Those whom one mail goes to, in To, Cc and Bcc together. */
  recipientsPerMail: 50,
  /** Those of whom is asked at once what is known of them. */
  recipientsChecked: 500,
  messagesForwarded: 20,
  /** Replies of one person that wait to be sent. */
  keptReplies: 200,
  /** What a composer gives along with one, for itself. */
  keptDraftLength: 60_000,
  /** Files that go with one reply. */
  filesPerMessage: 20,
  /** Files of a reply that is not sent are kept this long, in hours. */
  uploadKeptHours: 24,
  /** Invitations of a store in 24 hours, those sent again included. */
  invitationsPerDay: 50,
  invitationsToAddressPerDay: 5,
  /** So long a mail that tests the forwarding, or asks whose an address is, may take to come back. */
  forwardingTestHours: 24,
  /** Such mails of a store in an hour and in 24 hours, and addresses that are not the store's in 24 hours. */
  forwardingTestsPerHour: 10,
  forwardingTestsPerDay: 30,
  forwardingAddressesPerDay: 5,
  /** People of a store. */
  teamSize: 500,
  auditPageSize: 100,
  /** Of a raw mail that is shown as text; all of it is downloaded. */
  rawMailShownBytes: 256 * 1024,
  /** Senders that a store blocks, and characters of the reason for one. */
  blockedSenders: 1_000,
  blockReasonLength: 200,
  /** Within `mailMinutes` a sender may bring so many mails that say the same, and so many whatever they say; more are held back. */
  mailsAlike: 100,
  mailsPerSender: 3_000,
  /** Senders that bring many people's mail, and the most that one of them may bring within `mailMinutes`. */
  sharedSenders: 200,
  sharedSenderMails: 10_000,
  /** Held mails that one request releases; more come in parts. And the most that are counted, then "10,000+". */
  mailsInRelease: 100,
  heldMailsCounted: 10_000,
  /** So long before the raw bytes of held mail go admins are told. */
  heldMailToldDays: 7,
  /** Days of which it is told what the SMTP door refused. */
  doorDaysShown: 7,
  /** What a mail without files takes in the database, beside twice its size. */
  mailStoredBytes: 12 * 1024,
  /** Mails of a day, and within so many minutes: of a host and of a network that a store does not know, to all such stores. */
  mailMinutes: 10,
  hostMailsPerDay: 500,
  hostMailsLately: 60,
  networkMailsPerDay: 2_000,
  networkMailsLately: 200,
  /** The same for a store: of all whom it does not know, of a network that it knows, and all together. */
  strangerMailsPerDay: 5_000,
  strangerMailsLately: 600,
  knownMailsPerDay: 30_000,
  knownMailsLately: 3_000,
  storeMailsPerDay: 50_000,
  /** Days that raw mail is kept after its ticket was closed, where a store says nothing else, and the most that it may say. */
  rawMailDays: 90,
  rawMailDaysMost: 3_650,
  defaultPageSize: 20,
  maxPageSize: 100,
  /** Messages, and notes, that come with a ticket's detail; older ones are paged. */
  threadPageSize: 50,
  /** Tickets that were merged into one last, of which the merge can be undone from there. */
  mergesShown: 5,
  /** Files that come with a message; the rest is asked for. */
  filesWithMessage: 20,
  /** What goes into one download of all files of a message or a ticket. */
  filesInZip: 500,
  zipBytes: 1024 * 1024 * 1024,
  searchDebounceMs: 500,
  searchLength: 200,
  /** What the palette shows of each kind; it asks this long after typing stops. */
  searchHits: 8,
  paletteDebounceMs: 120,
  /** Counts of what is searched for, or filtered by what no counter knows, are exact up to here, then "10,000+". */
  searchCountCap: 10_000,
  /** Orders that a search finds are counted to here: a store may have many more of them than tickets. */
  ordersCountedInSearch: 1_000,
  /** Of an order, in the list of orders. */
  lineItemsOnCard: 3,
  successMessageMs: 3_000,
  descriptionOnCard: 120,
  descriptionOnDetail: 300,
  tagsOnCard: 3,
  tagLength: 50,
  cannedResponseTitleLength: 100,
  cannedResponseCategoryLength: 50,
  tagsOnResponse: 20,
  /** Active ones of a tenant: they are all sent to the screen, which searches them itself. */
  cannedResponses: 500,
  /** In the bell, neighbours that tell of the same being one; of so many at the most. */
  recentNotifications: 10,
  recentNotificationsGathered: 100,
  dashboardRecentTickets: 5,
  dashboardRecentActivity: 15,
  personNameLength: 100,
  storeNameLength: 100,
  /** How long "Copied!" stands. */
  copiedMs: 2_000,
  avatarSizeBytes: 2 * 1024 * 1024,
  /** A picture is cut to a square of so many pixels before it is uploaded. */
  avatarPixels: 256,
  helpArticleIdLength: 80,
  /** Articles of the help center that are marked as popular, and of these shown first. */
  popularArticles: 6,
  /** Times that an article was opened before it takes a place of the editors' choice. */
  viewsOfPopular: 10,
  mostPopularArticles: 3,
  /** Resources that one search gives. */
  resourcesFound: 50,
  tagsOnResource: 5,
  resourcesPerReply: 20,
  /** So long a signed link to a resource's file opens. */
  publicFileLinkMinutes: 60,
  privateFileLinkMinutes: 15,
  resourceTitleLength: 200,
  resourceDescriptionLength: 1_000,
  resourceContentLength: 100_000,
  resourceTags: 20,
  /** Older ones of an edited resource are deleted. */
  resourceVersions: 50,
  resourceFileBytes: 100 * 1024 * 1024,
  /** Files of a person that wait to become a resource's. */
  resourceUploads: 10,
  /** More new tickets than these in so many minutes are told in one notification. */
  floodTickets: 20,
  floodMinutes: 5,
  /** An export of the store is kept for so many days, and has so many bytes at the most. */
  storeExportDays: 7,
  storeExportBytes: 20 * 1024 * 1024 * 1024,
  /** Older notifications, and those beyond so many of a user, are deleted. */
  notificationDays: 90,
  notificationsPerUser: 1_000,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  recoveryCodes: 10,
  /** Then none is tried for so many minutes. */
  wrongCodes: 5,
  wrongCodesMinutes: 15,
  /** How long somebody may take to confirm what they set up. */
  twoFactorSetUpMinutes: 30,
  /** A browser that is trusted is asked for no code for so many days. */
  trustedDeviceDays: 30,
  passkeys: 20,
  passkeyNameLength: 60,
  feedbackLength: 10_000,
  /** Of one person. */
  feedbackPerHour: 20,
  /** After it was sent, its dialog closes. */
  feedbackClosesMs: 2_000,
  realtimeHeartbeatMs: 25_000,
  realtimeTimeoutMs: 10_000,
  realtimeReconnectMs: [1_000, 2_000, 5_000, 10_000],
  /** Access tokens of a store that are shorter are no such. */
  storeTokenMinLength: 20,
  storeMessageMs: 5_000,
  /** How long somebody may take at the platform to allow a connection. */
  oauthStateMinutes: 10,
  webhookMaxAgeMs: 15 * 60 * 1000,
} as const;

export const defaultCustomerName = "Valued Customer";
export const defaultAgentName = "Support Agent";
/** Of amounts while no order says the store's own. */
export const defaultCurrency = "USD";
