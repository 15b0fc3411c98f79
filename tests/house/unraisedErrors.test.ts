/**
 * Errors that the catalogue declares and nothing raises yet: each with the feature that raises it, or with the error that
 * is raised in its place. An error that is neither raised nor listed here is a leftover; a listed one that is raised must
 * be taken from the list.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ErrorName, ERRORS } from '../../contract/wire/errors.ts';

const UNRAISED: Partial<Record<ErrorName, string>> = {
  informationFailed: 'never: what a robot does not say is shown as unknown, with its age',
  accountExists: 'never: phoneNumberUsed and emailUsed say which',
  signingFailed: 'never: signatureWrong, and the session errors 1006 and 11007',
  tokenInvalid: 'never: the session errors 1006 and 11007, and accessTokenOver',
  navigationNotStarted: 'never: the ledger says why an order failed',
  cruiseNotStarted: 'never: the record of a run says why it did not start',
  connectFailed: 'never: robotOffline and robotSilent say which',
  knowledgeBaseDenied: 'knowledge bases',
  knowledgeBaseNameTaken: 'knowledge bases',
  questionIllegalCharacters: 'questions',
  questionCountExceeded: 'questions',
  importPartlyFailed: 'import of questions',
  thirdPartyExpired: 'smart home: authorization of another service',
  templateFailed: 'import of questions: the template',
  importLanguageUnsupported: 'import of questions',
  importLanguageEmpty: 'import of questions',
  importQuestionLength: 'import of questions',
  importAnswerLength: 'import of questions',
  importAbnormalSymbols: 'import of questions',
};

it('every declared error is raised, or listed with what raises it', () => {
  const files = execFileSync('git', ['ls-files', 'contract', 'server', 'src', 'simulator'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/u.test(file) && !/wire\/(?:errors|baseApiError)\.ts$/u.test(file));
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const unraised = (Object.keys(ERRORS) as ErrorName[]).filter(
    (name) => !new RegExp(`'${name}'|ERRORS\\.${name}\\b`, 'u').test(sources),
  );
  expect(unraised.sort()).toEqual(Object.keys(UNRAISED).sort());
});
