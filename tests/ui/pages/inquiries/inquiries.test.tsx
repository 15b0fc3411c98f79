import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { InquiryFields } from '../../../../contract/rules/inquiry.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  inquiriesMachine,
  type InquiriesResult,
  type InquiriesRequest,
  type InquiryTask,
} from '../../../../src/machines/inquiries/inquiries.machine.ts';
import { inquiryMachine } from '../../../../src/machines/inquiries/inquiry.machine.ts';
import { InquiriesPage } from '../../../../src/ui/pages/inquiries/InquiriesPage.tsx';
import { InquiryPage } from '../../../../src/ui/pages/inquiry/InquiryPage.tsx';
import { renderAlone } from '../../alone.tsx';

afterEach(cleanup);
const input = { params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } as const;

describe('the contact form', () => {
  async function show(refusal?: ApiError) {
    const sent: InquiryFields[] = [];
    const actor = createActor(
      inquiryMachine.provide({
        actors: {
          recallDraft: fromPromise<Partial<InquiryFields> | null>(async () => ({ name: 'Ada' })),
          sendInquiry: fromPromise<unknown, InquiryFields>(async ({ input: fields }) => {
            sent.push(fields);
            if (refusal) throw refusal;
          }),
        },
        actions: { keepDraft: () => undefined },
      }),
      { input: { page: 'inquiry', ...input } },
    ).start();
    await renderAlone(<InquiryPage screen={actor} />);
    return sent;
  }
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('says under each field what is wrong, sends what is good, and confirms it', async () => {
    const sent = await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Send inquiry' }));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter a phone number.',
      'Enter your question.',
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Phone number'));
    fill('Phone number', '+44 20 7946 0000');
    fill('Your question', 'How many?');
    fireEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
    expect(await screen.findByRole('heading', { name: 'Inquiry sent' })).toBeTruthy();
    expect(sent).toEqual([{ name: 'Ada', company: '', phone: '+44 20 7946 0000', question: 'How many?' }]);
  });

  it('says when to come again, and keeps what was typed', async () => {
    await show(new ApiError('inquiriesTooOften', { words: { minutes: 12 } }));
    await screen.findByDisplayValue('Ada');
    fill('Phone number', '12345');
    fill('Your question', 'How many?');
    fireEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in 12 minutes');
    expect(screen.getByDisplayValue('How many?')).toBeTruthy();
  });
});

describe('the list of inquiries', () => {
  async function show(found: InquiriesResult, ...tags: readonly string[]) {
    const removed: string[] = [];
    const actor = createActor(
      inquiriesMachine.provide({
        actors: {
          loadList: fromPromise<InquiriesResult, InquiriesRequest>(async () => found),
          act: fromPromise<null, { task: InquiryTask }>(async ({ input: { task } }) => {
            removed.push(task.id);
            return null;
          }),
        },
      }),
      { input: { page: 'inquiries', ...input } },
    ).start();
    await renderAlone(<InquiriesPage screen={actor} />, ...tags);
    return removed;
  }

  it('shows markup as text, and deletes after a question that names whose it is', async () => {
    const removed = await show({
      total: 1,
      rows: [
        {
          id: 'i',
          at: 1_700_000_000_000,
          name: '<i>Ada</i>',
          company: 'Engines',
          phone: '+442079460000',
          question: 'How many\nrobots?',
        },
      ],
    });
    const row = (await screen.findByText('<i>Ada</i>')).closest('tr');
    expect(row?.textContent).toMatch(/2023-11-1[45] .*<i>Ada<\/i>Engines\+442079460000How many\nrobots\?/u);
    fireEvent.click(screen.getByRole('button', { name: 'Delete inquiry from <i>Ada</i>' }));
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('button', { name: 'Delete inquiry from <i>Ada</i>' }));
    expect(removed).toEqual(['i']);
  });

  it('is blocks of lines on a phone, the act beside each', async () => {
    const removed = await show(
      {
        total: 1,
        rows: [
          {
            id: 'i',
            at: 1_700_000_000_000,
            name: 'Ada',
            company: 'Engines',
            phone: '+442079460000',
            question: 'How many?',
          },
        ],
      },
      'mobile',
    );
    const item = within((await screen.findAllByRole('listitem'))[0]!);
    expect(item.getByText('Engines · +442079460000')).toBeTruthy();
    fireEvent.click(item.getByRole('button', { name: 'Delete inquiry from Ada' }));
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete inquiry from Ada' }),
    );
    expect(removed).toEqual(['i']);
  });

  it('says what it is for while there is none', async () => {
    await show({ total: 0, rows: [] });
    expect(await screen.findByText('No inquiries yet')).toBeTruthy();
  });
});
