import { expect, test } from 'vitest';
import { readBounces } from './bounce.ts';

/** A report as mail servers send them. */
function report(status: string, { type = 'message/delivery-status', text = 'I am sorry.' } = {}): Buffer {
  return Buffer.from(`Return-Path: <>
From: MAILER-DAEMON@mx.example.edu (Mail Delivery System)
To: apply@example.edu
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain; charset=us-ascii

${text}

--b
Content-Description: Delivery report
Content-Type: ${type}

${status}

--b
Content-Type: message/rfc822

To: somebody.else@example.com
Subject: Your confirmation code

Final-Recipient: rfc822; not.this@example.com
Action: failed
Status: 5.1.1

--b--
`);
}

const POSTFIX = `Reporting-MTA: dns; mx.example.edu
X-Postfix-Queue-ID: 4Abc
X-Postfix-Sender: rfc822; apply@example.edu
Arrival-Date: Fri, 27 Nov 2026 01:00:00 -0500 (EST)

Final-Recipient: rfc822; ada@example.com
Original-Recipient: rfc822;Ada@Example.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.com
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>: Recipient address rejected:
    User unknown in virtual mailbox table`;

test.each([
  {
    name: 'Postfix',
    status: POSTFIX,
    bounces: [{ address: 'Ada@Example.com', isFailed: true, codes: '550 5.1.1' }],
  },
  {
    name: 'Exchange, with two recipients and CRLF',
    status:
      'Reporting-MTA: dns;SERVER.example.com\r\n\r\nFinal-Recipient: rfc822;full@example.com\r\nAction: failed\r\nStatus: 5.2.2\r\n\r\nFinal-Recipient: rfc822;late@example.com\r\nAction: delayed\r\nStatus: 4.4.7\r\n',
    bounces: [
      { address: 'full@example.com', isFailed: true, codes: '5.2.2' },
      { address: 'late@example.com', isFailed: false, codes: '' },
    ],
  },
  {
    name: 'one that was delivered',
    status:
      'Reporting-MTA: dns; a\n\nFinal-Recipient: rfc822; ada@example.com\nAction: delivered\nStatus: 2.0.0',
    bounces: [{ address: 'ada@example.com', isFailed: false, codes: '' }],
  },
  {
    name: 'one that calls itself failed for now',
    status:
      'Reporting-MTA: dns; a\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 4.2.2',
    bounces: [{ address: 'ada@example.com', isFailed: false, codes: '' }],
  },
  {
    name: 'another kind of address',
    status: 'Reporting-MTA: dns; a\n\nFinal-Recipient: x400; /C=US\nAction: failed\nStatus: 5.1.1',
    bounces: [],
  },
  { name: 'no recipient', status: 'Reporting-MTA: dns; mx.example.edu', bounces: [] },
  { name: 'nothing', status: '', bounces: [] },
])('reads the report of $name', async ({ status, bounces }) => {
  expect(await readBounces(report(status))).toEqual(bounces);
});

test.each([
  {
    name: 'an ordinary mail',
    source:
      'From: a@example.com\nSubject: Hi\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1\n',
  },
  { name: 'another part', source: report(POSTFIX, { type: 'text/plain' }).toString() },
  { name: 'nothing', source: '' },
  { name: 'bytes', source: '\0\u0001\u00ff\r\r\n' },
])('finds no report in $name', async ({ source }) => {
  expect(await readBounces(Buffer.from(source))).toEqual([]);
});

test.each(['a@', ' ', '\t', ': ', '-:\t', ';', '<', 'a: b\n', ' a\n', '\n\n'])(
  'a report of many %j is read quickly, and one over 256 KB not at all',
  async (piece) => {
    const bytes = 250_000;
    const before = process.cpuUsage();
    for (const head of ['', 'Final-Recipient: rfc822; ', 'Subject: =?utf-8?q?', 'Action:'])
      await readBounces(report(`${head}${piece.repeat(bytes / piece.length)}`));
    await readBounces(Buffer.from(`Content-Type: multipart/report; ${piece.repeat(bytes / piece.length)}`));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
    expect(await readBounces(report(`${POSTFIX}\n\n${'x'.repeat(262_144)}`))).toEqual([]);
  },
);
