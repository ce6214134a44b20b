import { expect, test } from './gallery.ts';

test('tabs: arrow keys move, Enter chooses', async ({ page }) => {
  const upload = page.getByRole('tab', { name: 'Upload a résumé' });
  const describe = page.getByRole('tab', { name: 'Describe your experience' });
  await upload.focus();
  await page.keyboard.press('ArrowRight');
  await expect(describe).toBeFocused();
  await expect(upload).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(describe).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Describe your experience' })).toContainText(
    'In your own words.',
  );
  await page.keyboard.press('Home');
  await expect(upload).toBeFocused();
});

test('a trigger reveals the next content, and hides the one before @long', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Add an international phone' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('What comes after stands here.')).toBeVisible();
  await expect(page.getByText('Only if you have no number')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'I have used another name' }).check();
  await expect(page.getByText('What comes after the box stands here.')).toBeVisible();
});

test('Continue is 15rem by 3rem, Submit 10rem by 3rem, the spinners 0.4, 0.8 and 2rem @long', async ({
  page,
}) => {
  expect(await page.getByRole('button', { name: 'Continue' }).boundingBox()).toMatchObject({
    width: 240,
    height: 48,
  });
  expect(await page.getByRole('button', { name: 'Submit' }).boundingBox()).toMatchObject({
    width: 160,
    height: 48,
  });
  const edges = await page
    .locator('.gallery-row > .ui-spinner')
    .evaluateAll((rings) => rings.map((ring) => parseFloat(getComputedStyle(ring).width).toFixed(1)));
  expect(edges).toEqual(['6.4', '12.8', '32.0']);
});

test('a pending button keeps the focus and says that it is busy @slow', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Saving' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await expect(button).toBeFocused();
});

test('a status is announced once it has stopped changing @long', async ({ page }) => {
  await expect(page.getByRole('status').getByText('Saved to your account', { exact: true })).toBeAttached();
});

const pdf = { name: 'transcript.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };

test('a file is chosen by the button, shown with its size, and deleted', async ({ page }) => {
  const group = page.getByRole('group', { name: 'Unofficial transcript' });
  const input = page.locator('#transcript input[type=file]').first();
  await expect(input).toHaveAttribute('accept', '.png,.jpeg,.jpg,.pdf,.docx');
  await expect(input).toHaveAttribute('name', 'transcript');
  await input.setInputFiles(pdf);
  await expect(group).toContainText('transcript.pdf');
  await expect(group).toContainText('8 bytes');
  await group.getByRole('button', { name: 'Delete transcript.pdf' }).press('Enter');
  await expect(group.getByText('Choose a file')).toBeVisible();
});

test('a file is chosen by keyboard @slow', async ({ page }) => {
  page.on('filechooser', (chooser) => void chooser.setFiles(pdf));
  const input = page.getByRole('button', { name: 'Choose a file Unofficial transcript' });
  await input.press('Space');
  await expect(page.locator('#transcript')).toContainText('transcript.pdf');
});

for (const kind of ['drop', 'paste'] as const) {
  test(`a file is added by ${kind} @slow`, async ({ page }) => {
    await page.locator('#transcript .ui-file-zone').evaluate((zone, type) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }));
      const init = { bubbles: true, cancelable: true };
      if (type === 'paste')
        zone.dispatchEvent(new ClipboardEvent(type, { ...init, clipboardData: transfer }));
      else
        for (const step of ['dragenter', 'dragover', 'drop'])
          zone.dispatchEvent(new DragEvent(step, { ...init, dataTransfer: transfer }));
    }, kind);
    await expect(page.locator('#transcript')).toContainText('dropped.pdf');
  });
}

test('an upload shows its step and can be canceled, and a failure says what to do @slow', async ({
  page,
}) => {
  const uploading = page.getByRole('group', { name: 'Uploading' });
  await expect(uploading.getByRole('progressbar', { name: /^Uploading .* \(step 1 of 2\)$/ })).toBeVisible();
  await expect(uploading.getByRole('button', { name: 'Cancel transcript.pdf' })).toBeVisible();
  const waiting = page.getByRole('group', { name: 'Waiting' });
  await expect(waiting).toContainText('Waiting for a connection. It uploads by itself.');
  await expect(waiting.getByRole('button', { name: 'Try now' })).toBeVisible();
  const failed = page.getByRole('group', { name: 'Failed' });
  await expect(failed).toContainText('This PDF is protected by a password.');
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a file’s error is tied to the buttons that choose another, with a mark @slow', async ({ page }) => {
  const failed = page.getByRole('group', { name: 'Failed' });
  const choose = failed.getByRole('button', { name: 'Choose a file Failed' });
  await expect(choose).toHaveAccessibleDescription(/^This PDF is protected by a password\./);
  await expect(failed.locator('.ui-messages svg')).toBeVisible();
});

test('a part that another widget has loaded after a failure is shown @long', async ({ page }) => {
  await expect(page.getByText('A part that came meanwhile.')).toBeVisible();
});
