/** A university's configuration. `src/tenant/` provides it; another university replaces that folder. */
export interface Tenant {
  readonly name: string;
  readonly shortName: string;
  /** The program's office, as named in mails and at the foot of the page. */
  readonly office: string;
  readonly addressLines: readonly string[];
  readonly helpEmail: string;
  readonly helpPhone: string;
  readonly websiteUrl: string;
  readonly privacyUrl: string;
  /** The separate application for applicants from abroad. */
  readonly internationalPortal: { readonly name: string; readonly url: string };
  /** The IANA time zone that decides birthdays and deadlines. */
  readonly timeZone: string;
  /** The name of the marker cookie, which scripts can read, begins with this. */
  readonly identityCookiePrefix: string;
  readonly mailFrom: string;
  readonly limits: {
    /** The partner's own limit for long texts (specification §9: 7000). */
    readonly textareaMaxChars: number;
  };
  readonly texts: TenantTexts;
  readonly programs: readonly Program[];
  readonly entryTerms: readonly EntryTerm[];
  /** The ids of sections that readers in the office must not see. */
  readonly hiddenFromOffice?: readonly string[];
  readonly colors: TenantColors;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface EntryTerm extends Choice {
  /** `YYYY-MM-DD`: offered until this day ends at the university. Leave a closed term in the list: the office reads it. */
  readonly closes?: string;
}

export interface Program extends Choice {
  readonly majors: readonly Major[];
}

export interface Major extends Choice {
  /** A major that has concentrations requires the applicant to choose one. */
  readonly concentrations?: readonly Choice[];
  /** Whether the state's educator number is required: always, or with these concentrations only. */
  readonly iein?: true | readonly string[];
}

export interface Prose {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** What an applicant reads after submitting, on the page and in the mail. */
export interface Completion extends Prose {
  /** Added where no transcript is attached: how to send it. */
  readonly noTranscript: string;
  /** How to correct something. A submission cannot be changed. The help address replaces `{email}`. */
  readonly corrections: string;
}

export interface TenantTexts {
  /** The three forms of the welcome banner; the applicant's name replaces `{name}`. */
  readonly welcome: Prose;
  /** Added to the welcome banner for a visitor without an account. */
  readonly welcomeVisitor: string;
  readonly welcomeBack: Prose;
  readonly thankYou: Prose;
  readonly international: string;
  /** The title of the notice; its text is in `privacy.ts`. */
  readonly privacy: string;
  /** Below the first and the last name: for people with one name, or with the family name first. */
  readonly firstNameHint: string;
  readonly lastNameHint: string;
  /** Why ethnicity and race are asked, and what is done with the answers. */
  readonly background: string;
  /** The same about religion. */
  readonly religion: string;
  readonly legalAgreement: string;
  readonly smsConsent: string;
}

/** The accent, as CSS colors; all other colors are in the design system's tokens. */
interface TenantColors {
  readonly accentLight: string;
  readonly accentDark: string;
  readonly onAccentLight: string;
  readonly onAccentDark: string;
}
