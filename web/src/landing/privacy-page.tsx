import { LegalPage } from "./legal-page.tsx";
import { OperatorAddress } from "./site-frame.tsx";

/** What this software does with data; what only an operator knows is marked as missing. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary={
        <p>
          Deskhand keeps what a store’s support needs, on the machine it runs on. It has no analytics, no advertising,
          no third-party scripts and no sub-processors of its own. Everything about a customer can be handed over in one
          file. A customer of a connected Shopify store is erased, mails included, when Shopify passes their request on.
        </p>
      }
      parts={parts}
    />
  );
}

const parts = [
  {
    id: "who",
    title: "Who is responsible",
    text: (
      <>
        <p>
          Deskhand is software that an <b>operator</b> runs for one or more <b>stores</b>. Each store decides why and
          how its customers’ data is used; the operator runs the machine on the stores’ behalf. The authors of the
          software receive nothing: an installation reports to nobody.
        </p>
        <p>
          For what concerns this installation, write to <OperatorAddress />.
        </p>
        <p>
          <b>To be added by the operator:</b> name and postal address, where the machine stands and who hosts it, the
          mail relay and the backups it uses, a data protection officer where there is one, and the supervisory
          authority. These are facts of an installation, which the software cannot know.
        </p>
      </>
    ),
  },
  {
    id: "kept",
    title: "What is kept",
    text: (
      <ul>
        <li>
          <b>Of a store’s customers:</b> name, address and phone number as far as they or the store gave them; the mails
          they send with their attachments, also as they arrived, in a mail log; the answers; colleagues’ internal notes
          on a ticket; and, where the store is connected, its orders with items, amounts, addresses and parcels.
        </li>
        <li>
          <b>Of a store’s staff:</b> e-mail address, name, role, picture, a hash of the password (argon2id), passkeys
          and second factors where they set them up, the sessions they are signed in with (time, IP address, browser),
          and what they did, in an audit log that nobody can rewrite.
        </li>
        <li>
          <b>Of what staff say and use:</b> feedback they send, with an e-mail address and, where the operator gave an
          address, as a mail to the operator that the store’s admins can read in the mail log; which help articles
          somebody opened, the last day of each, their votes and stars. Only the sums are shown to others.
        </li>
        <li>
          <b>Of a store:</b> name, settings, its support addresses, its access to Shopify, encrypted, and the plan that
          an admin stated an interest in, with who and when.
        </li>
        <li>
          <b>Of visitors of the public pages:</b> nothing. The server writes no log of requests; a proxy in front of it
          may, which its operator has to say here.
        </li>
      </ul>
    ),
  },
  {
    id: "why",
    title: "What it is for",
    text: (
      <p>
        To receive customers’ mail, answer it, find the order it is about, keep strangers out of conversations, and show
        a store what was done in its name. It is not sold, not used for advertising and not used to train anything.
      </p>
    ),
  },
  {
    id: "access",
    title: "Who can see it",
    text: (
      <p>
        A store’s staff see that store alone, each within their role; the database itself refuses any other row. The
        mail log and the audit log are for its admins. The operator who runs the database can read what is in it.
        Customers see the name of whoever answered, never an address of theirs.
      </p>
    ),
  },
  {
    id: "leaves",
    title: "What leaves this installation",
    text: (
      <>
        <p>Only what one of these needs, and most of them only where somebody switched them on:</p>
        <ul>
          <li>
            <b>Mail:</b> replies to the customers they are for, messages about accounts to their owners, and feedback to
            the operator, by the relay that the operator chose.
          </li>
          <li>
            <b>Shopify:</b> questions about the orders and customers of a store that was connected. Nothing is written
            there, unless an admin of the store allows changes to orders: then what a person of the store decides, such
            as a refund or a new shipping address, at the moment they press the button.
          </li>
          <li>
            <b>Name servers:</b> the domains of senders, to check whether a mail is genuine.
          </li>
          <li>
            <b>Google or X:</b> only for people who choose to sign in with them.
          </li>
          <li>
            <b>A language model:</b> only where the operator set one for polishing, and then only the draft that
            somebody polishes, with numbers, links and known names replaced by signs. Without one, drafts are corrected
            on this machine.
          </li>
          <li>
            <b>Pictures:</b> the browsers of staff load pictures of products from Shopify, and pictures in a customer’s
            mail only when somebody asks for them.
          </li>
        </ul>
        <p>
          Deskhand itself has <b>no sub-processors</b>. Those that an operator uses, as a host or a mail relay, are for
          the operator to name here.
        </p>
      </>
    ),
  },
  {
    id: "cookies",
    title: "Cookies and your browser",
    text: (
      <>
        <p>
          This page and the front page set no cookie. Signing in sets these, all needed for it and none for tracking:
        </p>
        <ul>
          <li>
            the session: 30 days since its last use with “Remember me”, at most 90 days, else until the browser closes;
          </li>
          <li>a mark that you signed in at this browser before, so that strangers cannot lock you out: 400 days;</li>
          <li>if you ask for it, that this browser needs no second code: 30 days;</li>
          <li>during a sign-in with Google, X or a second factor, what it takes to finish it: minutes.</li>
        </ul>
        <p>
          The desk also keeps drafts you have not sent, recent searches and a few choices in this browser’s own storage.
          They are never sent anywhere before you send them.
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: "How long it is kept",
    text: (
      <ul>
        <li>
          Tickets with their messages, replies, notes and files: until an admin of the store deletes the ticket, or the
          customer is erased. They go at once.
        </li>
        <li>
          Mails that came in, as they arrived: in the mail log until the customer is erased, also when their ticket was
          deleted before. They have no end by time.
        </li>
        <li>
          Customers: until the store deletes them, which it can once they have no tickets, or until they are erased.
          After a deletion by hand the audit log keeps who it was.
        </li>
        <li>Orders: until they are gone from the store, or the store is disconnected.</li>
        <li>Sessions: until they end. Links in mails about accounts: between an hour and seven days.</li>
        <li>Notifications: 90 days.</li>
        <li>Help articles opened, votes and stars: until the account is deleted; the sum of openings stays.</li>
        <li>
          The audit log, messages about accounts, feedback and the interest in a plan: as long as the store itself. When
          a customer is erased, the words by which the audit log knew them are taken out.
        </li>
        <li>
          Backups: as long as the operator keeps them, <b>which the operator has to say here</b>.
        </li>
      </ul>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    text: (
      <>
        <p>
          As a customer, write to the store you were in touch with. It can hand you all that is kept about you as one
          file, and correct it. It has you erased by a privacy request in its Shopify admin, which Shopify passes on
          where the store is connected by its app: then your tickets with notes and files go, and all your mails, also
          as they arrived; what you wrote on somebody else’s ticket is replaced, and of your orders only what the
          store’s books need stays, without your name.
        </p>
        <p>
          A store that Shopify cannot ask for deletes your tickets, then your profile. Your mails as they arrived are
          then taken out of the mail log by the operator, by hand; the audit log keeps the names that tickets and
          customers had when they were deleted. In backups all of it disappears as they are replaced.
        </p>
        <p>
          As a member of a store’s staff, you see and change your profile and end your sessions yourself; an
          administrator of your store can delete your account. For everything else write to <OperatorAddress />. You may
          also complain to the authority that watches over data protection where you live.
        </p>
      </>
    ),
  },
  {
    id: "security",
    title: "How it is protected",
    text: (
      <p>
        Passwords are hashed, access tokens and second factors encrypted; sessions are kept on the server and can be
        ended at will; every store’s rows are kept apart by the database. Mail travels encrypted wherever the other side
        can. Whoever runs the installation answers for the machine, its updates and the encryption in front of it.
      </p>
    ),
  },
];
