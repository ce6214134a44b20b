import type { App } from '#server/http/calls.ts';
import { addAnotherRoutes } from './api/add-another.ts';
import { answerRoutes } from './api/answer.ts';
import { documentAnswerRoutes } from './api/document-answer.ts';
import { logoutRoutes } from './api/logout.ts';
import { pdfRoutes } from './api/pdf.ts';
import { copyRoutes } from './api/pdf/copy.ts';
import { conversionRoutes } from './api/pdf/document-answer.ts';
import { presignedUrlRoutes } from './api/presigned-url.ts';
import { profileRoutes } from './api/profile.ts';
import { progressRoutes } from './api/progress.ts';
import { submitRoutes } from './api/submit.ts';
import { tabsRoutes } from './api/tabs.ts';
import { exportRoutes } from './export/applications.ts';
import { lookupRoutes } from './lookup/find.ts';
import { mailboxRoutes } from './mailbox.ts';
import { officeRoutes } from './office/office.ts';
import { descriptionRoutes, operationsRoutes } from './operations.ts';
import { accountRoutes } from './public/accounts.ts';
import { bannerRoutes } from './public/banner.ts';
import { clientCountRoutes } from './public/client-count.ts';
import { clientErrorRoutes } from './public/client-error.ts';
import { temporaryAnswersRoutes } from './public/tmp.ts';
import { accessibilityRoutes } from './public/accessibility.ts';
import { unsubscribeRoutes } from './public/unsubscribe.ts';
import { serviceDocumentRoutes } from './service/document.ts';
import { serviceViewRoutes } from './service/tmp-pdf.ts';
import { storageRoutes } from './storage.ts';

/** Each adds the calls and pages of one resource. */
export const routes: readonly ((app: App) => void)[] = [
  accountRoutes,
  logoutRoutes,
  profileRoutes,
  answerRoutes,
  progressRoutes,
  submitRoutes,
  addAnotherRoutes,
  tabsRoutes,
  presignedUrlRoutes,
  documentAnswerRoutes,
  conversionRoutes,
  pdfRoutes,
  copyRoutes,
  storageRoutes,
  temporaryAnswersRoutes,
  bannerRoutes,
  clientErrorRoutes,
  clientCountRoutes,
  accessibilityRoutes,
  unsubscribeRoutes,
  serviceViewRoutes,
  exportRoutes,
  serviceDocumentRoutes,
  lookupRoutes,
  officeRoutes,
  mailboxRoutes,
  operationsRoutes,
  descriptionRoutes,
];
