/** Rules of the contact form (spec 3 "Customer inquiry"), shared by the form and the server. */
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

/** Removes the separators from a phone number. */
const bare = (phone: string): string => phone.replace(/[\s().\-/]/gu, '');

/** The stored form: trimmed, single-line fields on one line, line breaks in the question as line feeds only. */
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

/** The first fault of each field. */
export function inquiryFaults(fields: InquiryFields): Partial<Record<InquiryField, InquiryFault>> {
  const { name, company, phone, question } = tidyInquiry(fields);
  const found: Record<InquiryField, InquiryFault | null> = {
    name: name === '' ? 'nameEmpty' : name.length > NICKNAME_MAX ? 'nameLong' : null,
    company: company.length > INQUIRY_COMPANY_MAX ? 'companyLong' : null,
    // The country code is optional here, unlike for accounts, because visitors do not know that format.
    phone: phone === '' ? 'phoneEmpty' : /^\+?\d{5,15}$/u.test(phone) ? null : 'phoneWrong',
    question: question === '' ? 'questionEmpty' : question.length > INQUIRY_QUESTION_MAX ? 'questionLong' : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== null)) as Partial<
    Record<InquiryField, InquiryFault>
  >;
}
