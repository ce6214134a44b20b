import { checkDeclarations } from '#form/developer-checks.ts';
import { pages } from '#form/form.ts';
import { answerKeys } from '#form/keys.ts';
import { dataModel } from '#tenant/data-model.ts';
import { tenant } from '#tenant/tenant.ts';

checkDeclarations({ pages, answerKeys, tenant, dataModel }, (message) => console.warn(message));
