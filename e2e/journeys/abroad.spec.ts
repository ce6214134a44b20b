import { expect } from 'playwright/test';
import { tenant } from '#tenant/tenant.ts';
import { test } from '../support/test.ts';

test('somebody who is neither a citizen nor a resident is referred to the application for international students @slow', async ({
  page,
  applicant,
}) => {
  await applicant.opens('/about');
  const status = page.locator('select[name=citizenship_type]');
  const portal = page.locator('#citizenship-and-language').getByRole('link', {
    name: tenant.internationalPortal.name,
  });
  await status.selectOption('2');
  await applicant.reads('Saved on this device');
  await expect(portal).toHaveCount(0);
  await status.selectOption('3');
  await expect(portal).toHaveAttribute('href', tenant.internationalPortal.url);
  await applicant.reads(tenant.texts.international);
});
