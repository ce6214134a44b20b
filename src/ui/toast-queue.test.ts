import { expect, test } from 'vitest';
import { ToastQueue } from './toast-queue.ts';

test('a success stands 5 seconds, an error 5 minutes', () => {
  const queue = new ToastQueue();
  queue.addSuccess('Success Notification', 'Saved.');
  queue.addError('Login Card Error', 'Wrong password.');
  expect(queue.take()).toEqual([
    { severity: 'success', label: 'Success Notification', text: 'Saved.', timeoutMs: 5000 },
    { severity: 'error', label: 'Login Card Error', text: 'Wrong password.', timeoutMs: 300_000 },
  ]);
  expect(queue.take()).toEqual([]);
});

test('toasts added before the region existed are shown once it exists', () => {
  const queue = new ToastQueue();
  queue.addError('Upload', 'Too large.');
  let calls = 0;
  const end = queue.listen(() => (calls += 1));
  expect(calls).toBe(1);
  queue.take();
  queue.addSuccess('Upload', 'Done.');
  expect(calls).toBe(2);
  end();
  queue.addSuccess('Upload', 'Done again.');
  expect(calls).toBe(2);
  expect(queue.hasWaiting).toBe(true);
});

test('an error replaces the one before of its source, and disappears when its source works again', () => {
  const queue = new ToastQueue();
  const closed: string[] = [];
  queue.addError('Upload', 'Cut off.', 'transcript');
  queue.addError('Upload', 'Too large.', 'resume');
  queue.addError('Upload', 'Too large.', 'transcript');
  queue.close('resume');
  expect(queue.take().map(({ text, source }) => [source, text])).toEqual([['transcript', 'Too large.']]);
  const end = queue.listen(
    () => queue.take(),
    (source) => closed.push(source),
  );
  queue.addError('Upload', 'Cut off.', 'transcript');
  queue.close('resume');
  expect(closed).toEqual(['transcript', 'resume']);
  end();
  queue.close('transcript');
  expect(closed).toHaveLength(2);
});

test('the same message waits only once', () => {
  const queue = new ToastQueue();
  queue.addError('Upload', 'Too large.');
  queue.addError('Upload', 'Too large.');
  expect(queue.take()).toHaveLength(1);
});
