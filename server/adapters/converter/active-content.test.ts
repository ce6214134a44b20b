import { PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { makePdf, saved } from '#server/testing/files/pdf-corpus.ts';
import { insideOf } from '#server/testing/files/probe.ts';
import { useConverter } from '#server/testing/files/test-converter.ts';

const { pdfOf, refusalOf } = useConverter();

test('active content of a PDF is removed', async () => {
  const pdf = await makePdf();
  const { context, catalog } = pdf;
  pdf.addJavaScript('hello', 'app.alert("CANARY1")');
  await pdf.attach(Buffer.from('MZ CANARY2'), 'tool.exe', { mimeType: 'application/octet-stream' });
  catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('CANARY3') }));
  const link = (action: Record<string, unknown>) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 50, 50],
        A: context.register(context.obj(action as never)),
      }),
    );
  const page = pdf.getPage(0);
  page.node.set(PDFName.of('AA'), context.obj({ O: { S: 'JavaScript', JS: PDFString.of('CANARY4') } }));
  page.node.addAnnot(link({ S: 'Launch', F: PDFString.of('CANARY5.exe') }));
  page.node.addAnnot(link({ S: 'URI', URI: PDFString.of('file:///CANARY6') }));
  page.node.addAnnot(link({ S: 'SubmitForm', F: PDFString.of('http://CANARY7.example') }));
  page.node.addAnnot(link({ S: 'URI', URI: PDFString.of('https://kept.example/') }));

  const inside = insideOf(await pdfOf(await saved(pdf)));

  expect(inside.match(/CANARY\d/g)).toBeNull();
  expect(inside).not.toMatch(/\/(JavaScript|JS|Launch|SubmitForm|EmbeddedFiles?|OpenAction|AA)\b/);
  expect(inside).toContain('https://kept.example/');
});

test('active content of a PDF is removed, also if separate objects name it', async () => {
  const pdf = await makePdf();
  const { context } = pdf;
  const ref = (value: PDFName | PDFString) => context.register(value);
  const annotate = (subtype: string, action: Record<string, unknown>) =>
    pdf.getPage(0).node.addAnnot(
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: ref(PDFName.of(subtype)),
          Rect: [0, 0, 50, 50],
          Contents: PDFString.of(subtype),
          A: action as never,
        }),
      ),
    );
  annotate('Link', { S: ref(PDFName.of('Launch')), F: PDFString.of('CANARY1.exe') });
  annotate('Link', { S: ref(PDFName.of('SubmitForm')), F: PDFString.of('http://CANARY2.example') });
  annotate('Link', { S: ref(PDFName.of('URI')), URI: PDFString.of('file:///CANARY3') });
  annotate('Link', { S: 'URI', URI: ref(PDFString.of('file:///CANARY4')) });
  annotate('Screen', { S: 'URI', URI: PDFString.of('https://CANARY5.example') });
  annotate('Link', { S: ref(PDFName.of('URI')), URI: ref(PDFString.of('https://kept.example/')) });

  const inside = insideOf(await pdfOf(await saved(pdf)));

  expect(inside.match(/CANARY\d/g)).toBeNull();
  expect(inside).not.toMatch(/\/(Launch|SubmitForm|Screen)\b/);
  expect(inside).toContain('https://kept.example/');
});

test(
  'a PDF does not refer to active content in a way that its readers might follow further than we do',
  { tags: 'slow' },
  async () => {
    const pdf = await makePdf();
    const { context } = pdf;
    const chain = context.register(context.register(context.register(PDFName.of('Launch'))));
    const circle = context.nextRef();
    context.assign(circle, circle);
    for (const S of [chain, circle]) {
      const A = context.obj({ S, F: PDFString.of('tool.exe') });
      pdf.getPage(0).node.addAnnot(context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 9, 9], A })));
    }
    for (const hasObjectStreams of [false, true]) {
      const inside = insideOf(await pdfOf(await saved(pdf, hasObjectStreams)));
      expect(inside).not.toMatch(/\/Launch\b/);
    }
  },
);

test('only actions that turn pages or lead to the web or a mail stay in a PDF', async () => {
  const pdf = await makePdf();
  const { context, catalog } = pdf;
  const text = (value: string) => PDFString.of(value);
  const annotate = (entries: object) =>
    pdf
      .getPage(0)
      .node.addAnnot(
        context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 9, 9], ...entries } as never)),
      );
  const thread = context.register(context.obj({ S: 'Thread', F: text('CANARY1'), D: 0 }));
  annotate({ A: thread });
  annotate({ A: { S: 'Thread', F: text('CANARY2'), D: 0 } });
  annotate({ A: { S: 'Named', N: 'Print' } });
  annotate({ A: { S: 'URI', URI: text('passwd') } });
  annotate({
    A: { S: 'URI', URI: text('https://kept1.example') },
    PA: { S: 'Invented', X: text('CANARY3') },
  });
  annotate({ A: { S: 'GoTo', D: text('kept2'), Next: { S: 'Hide', T: text('CANARY4') } } });
  annotate({
    A: {
      S: 'GoTo',
      D: text('kept3'),
      Next: [
        { S: 'SetOCGState', State: [text('CANARY5')] },
        { S: 'Named', N: 'NextPage' },
      ],
    },
  });
  catalog.set(PDFName.of('URI'), context.obj({ Base: text('file:///CANARY6/') }));
  catalog.set(PDFName.of('Metadata'), context.register(context.stream('<x>CANARY7</x>')));
  const headings = context.nextRef();
  const second = context.register(context.obj({ Title: text('kept4'), Parent: headings }));
  const first = context.register(context.obj({ Title: text('kept5'), Parent: headings, Next: second }));
  context.assign(headings, context.obj({ First: first, Last: second }));
  catalog.set(PDFName.of('Outlines'), headings);

  const inside = insideOf(await pdfOf(await saved(pdf)));

  expect(inside.match(/CANARY\d/g)).toBeNull();
  expect(inside).not.toMatch(/\/(Thread|Print|Hide|SetOCGState|Base|Metadata|Invented)\b|passwd/);
  expect(inside).toContain('/NextPage');
  for (const kept of [1, 2, 3, 4, 5]) expect(inside).toContain(`kept${kept}`);
});

test('a form that only one program can draw is refused; one that others can draw, too, is accepted', async () => {
  const makeForm = async (needsRendering: boolean) => {
    const pdf = await makePdf();
    const { context, catalog } = pdf;
    pdf.getForm().createTextField('name').addToPage(pdf.getPage(0));
    pdf.getForm().acroForm.dict.set(PDFName.of('XFA'), PDFString.of('CANARY'));
    if (needsRendering) catalog.set(PDFName.of('NeedsRendering'), context.register(context.obj(true)));
    return saved(pdf);
  };
  expect(await refusalOf(await makeForm(true))).toMatch(/interactive form .* print or save it as a new PDF/);
  expect(insideOf(await pdfOf(await makeForm(false)))).not.toMatch(/XFA|CANARY/);
});
