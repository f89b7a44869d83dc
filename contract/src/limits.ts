/** Limits and constants that the browser and the server share (docs/product.md#limits). */
export const limits = {
  replyLength: 10_000,
  noteLength: 10_000,
  /** A subject that an agent writes. */
  ticketSubjectLength: 255,
  /** A ticket's subject from a mail: the length of a header line (RFC 5322, section 2.1.1). */
  mailSubjectLength: 998,
  subjectOnCard: 100,
  /** The first message of a ticket that an agent creates. */
  openingMessageLength: 500,
  tagsOnTicket: 20,
  /** How many tickets one request changes; a larger change is sent in parts. */
  ticketsInChange: 100,
  ticketsChosen: 5_000,
  viewsOfPerson: 100,
  viewsShared: 100,
  viewNameLength: 60,
  viewCountCap: 1_000,
  /** How far ahead a ticket can be snoozed at most. */
  snoozeDays: 366,
  customerNameLength: 200,
  emailAddressLength: 320,
  phoneLength: 50,
  addressesOfCustomer: 20,
  customersFound: 8,
  /** Activities on one page of a ticket's trail. */
  activitiesShown: 200,
  /** How many other tickets of the customer a ticket shows. */
  ticketsBeside: 20,
  orderNumberLength: 100,
  trackingNoteLength: 10_000,
  /** How many orders the customer card of a ticket shows. */
  ordersOnTicket: 3,
  emailSubjectLength: 255,
  emailContentLength: 50_000,
  emailSenderNameLength: 100,
  emailSignatureLength: 10_000,
  /** The store's own text in the mail that acknowledges a new ticket. */
  acknowledgementLength: 2_000,
  logoSizeBytes: 2 * 1024 * 1024,
  /** Each side of a logo or of a person's picture, in pixels. */
  pictureSide: 6_000,
  /** The frames of an animated picture. */
  pictureFrames: 2_000,
  logoUrlLength: 2_000,
  /** A person's next new ticket is acknowledged again after this many hours. */
  acknowledgementHours: 24,
  /** A whole mail, in bytes of its decoded parts. */
  mailSizeBytes: 25 * 1024 * 1024,
  /** A mail's picture on another server. */
  remoteImageBytes: 5 * 1024 * 1024,
  /** The recipients of one mail, in To, Cc and Bcc together. */
  recipientsPerMail: 50,
  /** How many recipients one request may ask about. */
  recipientsChecked: 500,
  messagesForwarded: 20,
  /** Waiting replies of one person. */
  keptReplies: 200,
  /** What a composer stores with a waiting reply for its own use. */
  keptDraftLength: 60_000,
  /** Files on one reply. */
  filesPerMessage: 20,
  /** How many hours the files of an unsent reply are kept. */
  uploadKeptHours: 24,
  /** A store's invitations in 24 hours, including those sent again. */
  invitationsPerDay: 50,
  invitationsToAddressPerDay: 5,
  /** How long a mail that tests the forwarding, or checks an address, may take to come back. */
  forwardingTestHours: 24,
  /** A store's such mails per hour and per 24 hours, and how many addresses outside the store they may go to in 24 hours. */
  forwardingTestsPerHour: 10,
  forwardingTestsPerDay: 30,
  forwardingAddressesPerDay: 5,
  /** The people of a store. */
  teamSize: 500,
  auditPageSize: 100,
  /** How much of a raw mail is shown as text; the download has all of it. */
  rawMailShownBytes: 256 * 1024,
  /** How many senders a store blocks, and how long the reason for one may be. */
  blockedSenders: 1_000,
  blockReasonLength: 200,
  /** How many mails one sender may bring within `mailMinutes`, alike and in all; further ones are held back. */
  mailsAlike: 100,
  mailsPerSender: 3_000,
  /** How many shared senders a store has, and how many mails each may be allowed within `mailMinutes`. */
  sharedSenders: 200,
  sharedSenderMails: 10_000,
  /** How many held mails one request releases, the rest in further requests; and up to how many are counted, then "10,000+". */
  mailsInRelease: 100,
  heldMailsCounted: 10_000,
  /** Up to how many mails of each stage the Messages tab counts, then "99+"; how many one request tries again; of how many drafts it shows the tickets. */
  leavingMailsCounted: 100,
  mailsTriedAgain: 100,
  /** After how many hours a mail that failed is sent again only after a question. */
  mailOldAfterHours: 24,
  draftsListed: 100,
  /** How long before the clean-up of held mails' raw bytes admins are told. */
  heldMailToldDays: 7,
  /** How many days of mail refused by SMTP are shown. */
  doorDaysShown: 7,
  /** The room that a mail without files needs in the database, in addition to twice its size. */
  mailStoredBytes: 12 * 1024,
  /** Mails per day, and within `mailMinutes`, from a host and from a network that a store does not know, to all such stores. */
  mailMinutes: 10,
  hostMailsPerDay: 500,
  hostMailsLately: 60,
  networkMailsPerDay: 2_000,
  networkMailsLately: 200,
  /** The same for one store: from everybody it does not know, from a network it knows, and in all. */
  strangerMailsPerDay: 5_000,
  strangerMailsLately: 600,
  knownMailsPerDay: 30_000,
  knownMailsLately: 3_000,
  storeMailsPerDay: 50_000,
  /** How many days raw mail is kept after its ticket was closed, by default and at most. */
  rawMailDays: 90,
  rawMailDaysMost: 3_650,
  defaultPageSize: 20,
  maxPageSize: 100,
  /** Messages and notes that come with a ticket's detail; older ones are on further pages. */
  threadPageSize: 50,
  /** How many of the tickets last merged into one are shown there, to undo the merge. */
  mergesShown: 5,
  /** Files that come with a message; more are fetched on request. */
  filesWithMessage: 20,
  /** The most that one download of a message's or ticket's files contains. */
  filesInZip: 500,
  zipBytes: 1024 * 1024 * 1024,
  /** A figure with its range and filters, as a list's address has it. */
  figureFilterLength: 3_000,
  searchDebounceMs: 500,
  searchLength: 200,
  /** How many results of each kind the palette shows, and how long after typing stops it searches. */
  searchHits: 8,
  paletteDebounceMs: 120,
  /** Counts of a search, or of filters without counters, are exact up to here, then "10,000+". */
  searchCountCap: 10_000,
  /** Orders in a search are counted up to here: a store may have many more of them than tickets. */
  ordersCountedInSearch: 1_000,
  /** How many items of an order the list of orders shows. */
  lineItemsOnCard: 3,
  successMessageMs: 3_000,
  descriptionOnCard: 120,
  descriptionOnDetail: 300,
  tagsOnCard: 3,
  tagLength: 50,
  cannedResponseTitleLength: 100,
  cannedResponseCategoryLength: 50,
  tagsOnResponse: 20,
  /** A tenant's active ones: the screen gets all of them and searches them itself. */
  cannedResponses: 500,
  ownResponses: 100,
  /** How many entries the bell shows, with neighbours about the same as one; and how many notifications it reads for them. */
  recentNotifications: 10,
  recentNotificationsGathered: 100,
  dashboardRecentTickets: 5,
  dashboardRecentActivity: 15,
  /** How many tickets each list of the home has, and up to how many unread mentions it counts and shows. */
  homeTickets: 5,
  homeMentionsCounted: 99,
  homeMentions: 3,
  personNameLength: 100,
  storeNameLength: 100,
  /** How long "Copied!" is shown. */
  copiedMs: 2_000,
  avatarSizeBytes: 2 * 1024 * 1024,
  /** The side of the square to which a picture is cut before the upload. */
  avatarPixels: 256,
  helpArticleIdLength: 80,
  /** How many help articles are marked as popular, and how many of these come first. */
  popularArticles: 6,
  /** How often an article must be opened to replace one of the editors' choice. */
  viewsOfPopular: 10,
  mostPopularArticles: 3,
  /** How many resources one search returns. */
  resourcesFound: 50,
  tagsOnResource: 5,
  resourcesPerReply: 20,
  /** How long a signed link to a resource's file works. */
  publicFileLinkMinutes: 60,
  privateFileLinkMinutes: 15,
  resourceTitleLength: 200,
  resourceDescriptionLength: 1_000,
  resourceContentLength: 100_000,
  resourceTags: 20,
  /** How many versions of a resource are kept. */
  resourceVersions: 50,
  resourceFileBytes: 100 * 1024 * 1024,
  /** How many of a person's files may wait to become a resource's. */
  resourceUploads: 10,
  /** More new tickets than this within `floodMinutes` share one notification. */
  floodTickets: 20,
  floodMinutes: 5,
  /** How many days an export of the store is kept, and how many bytes it may have. */
  storeExportDays: 7,
  storeExportBytes: 20 * 1024 * 1024 * 1024,
  /** Older notifications are deleted, and those beyond this number per user. */
  notificationDays: 90,
  notificationsPerUser: 1_000,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  recoveryCodes: 10,
  /** How many wrong codes block further tries for `wrongCodesMinutes`. */
  wrongCodes: 5,
  wrongCodesMinutes: 15,
  /** How many minutes a person has to confirm an authenticator app. */
  twoFactorSetUpMinutes: 30,
  /** How many days a trusted browser is not asked for a code. */
  trustedDeviceDays: 30,
  passkeys: 20,
  passkeyNameLength: 60,
  feedbackLength: 10_000,
  /** How often one person may send feedback per hour. */
  feedbackPerHour: 20,
  /** How long after sending the feedback dialog closes. */
  feedbackClosesMs: 2_000,
  realtimeHeartbeatMs: 25_000,
  realtimeTimeoutMs: 10_000,
  realtimeReconnectMs: [1_000, 2_000, 5_000, 10_000],
  /** A shorter text is no access token of a store. */
  storeTokenMinLength: 20,
  storeMessageMs: 5_000,
  /** How many minutes a person may take on the platform's page to allow a connection. */
  oauthStateMinutes: 10,
  webhookMaxAgeMs: 15 * 60 * 1000,
} as const;

/** The subject of a ticket whose mail has none. */
export const noSubject = "No Subject";

export const defaultCustomerName = "Valued Customer";
export const defaultAgentName = "Support Agent";
/** The currency of amounts until an order names the store's own. */
export const defaultCurrency = "USD";
