/** What the contact form takes (spec 3 "Customer inquiry"): the same in the form and on the server. */
import { INQUIRY_COMPANY_MAX, INQUIRY_QUESTION_MAX, NICKNAME_MAX } from './limits.ts';

export interface InquiryFields {
  name: string;
  company: string;
  phone: string;
  question: string;
}
export type InquiryField = keyof InquiryFields;
export type InquiryFault =
  'nameEmpty' | 'nameLong' | 'companyLong' | 'phoneEmpty' | 'phoneWrong' | 'questionEmpty' | 'questionLong';

/** A number as people write it, the signs between its digits left out. */
const bare = (phone: string): string => phone.replace(/[\s().\-/]/gu, '');

/** As it is stored: nothing around it, one line where there is one, line feeds alone in the question. */
export const tidyInquiry = ({ name, company, phone, question }: InquiryFields): InquiryFields => ({
  name: oneLine(name),
  company: oneLine(company),
  phone: bare(phone),
  question: question
    .replace(/\r\n?/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim(),
});
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** By field, what is wrong with it. */
export function inquiryFaults(fields: InquiryFields): Partial<Record<InquiryField, InquiryFault>> {
  const { name, company, phone, question } = tidyInquiry(fields);
  const found: Record<InquiryField, InquiryFault | null> = {
    name: name === '' ? 'nameEmpty' : name.length > NICKNAME_MAX ? 'nameLong' : null,
    company: company.length > INQUIRY_COMPANY_MAX ? 'companyLong' : null,
    // Without a country code, too: who writes here need not know how accounts write theirs.
    phone: phone === '' ? 'phoneEmpty' : /^\+?\d{5,15}$/u.test(phone) ? null : 'phoneWrong',
    question: question === '' ? 'questionEmpty' : question.length > INQUIRY_QUESTION_MAX ? 'questionLong' : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== null)) as Partial<
    Record<InquiryField, InquiryFault>
  >;
}
