/** What a tenant folder says about its university. `src/tenant/` fills it; another university replaces that folder. */
export interface Tenant {
  readonly name: string;
  readonly shortName: string;
  /** The programme's office, as in mails and at the foot of the page. */
  readonly office: string;
  readonly addressLines: readonly string[];
  readonly helpEmail: string;
  readonly helpPhone: string;
  readonly websiteUrl: string;
  readonly privacyUrl: string;
  /** Where applicants from abroad go: a separate application. */
  readonly internationalPortal: { readonly name: string; readonly url: string };
  /** IANA zone in which birthdays and deadlines are judged. */
  readonly timeZone: string;
  /** The readable marker cookie's name begins with this. */
  readonly identityCookiePrefix: string;
  readonly mailFrom: string;
  readonly limits: {
    /** The partner's own limit for long texts (specification §9: 7000). */
    readonly textareaMaxChars: number;
  };
  readonly texts: TenantTexts;
  readonly programs: readonly Program[];
  readonly entryTerms: readonly Choice[];
  readonly colors: TenantColors;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Program extends Choice {
  readonly majors: readonly Major[];
}

export interface Major extends Choice {
  /** A major that has concentrations requires one. */
  readonly concentrations?: readonly Choice[];
  /** Whether the state's educator number is required: always, or with these concentrations. */
  readonly iein?: true | readonly string[];
}

export interface Prose {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface TenantTexts {
  /** The three forms of the welcome banner; `{name}` stands for the applicant's name. */
  readonly welcome: Prose;
  /** Added to the welcome for a visitor without an account. */
  readonly welcomeVisitor: string;
  readonly welcomeBack: Prose;
  readonly thankYou: Prose;
  readonly international: string;
  readonly help: Prose;
  /** The name of the notice; what it says stands by itself, in `privacy.ts`. */
  readonly privacy: string;
  readonly legalAgreement: string;
  readonly smsConsent: string;
}

/** The accent, as CSS colours; everything else of the palette derives from the design system's tokens. */
export interface TenantColors {
  readonly accentLight: string;
  readonly accentDark: string;
  readonly onAccentLight: string;
  readonly onAccentDark: string;
}
