/** Messages for what cannot be shown of a recording. */
import type { ReplayIssue } from '../../../machines/recording/opened.ts';
import type { Translate } from '../../hooks/translate.ts';

export function issueText(t: Translate, issue: ReplayIssue): string {
  switch (issue.kind) {
    case 'machineGone':
      return t('inspectorStage.issue.machine', { machine: issue.machine });
    case 'stateGone':
      return t('inspectorStage.issue.state', { machine: issue.machine, state: issue.state });
    case 'transitionGone':
      return t('inspectorStage.issue.transition', { machine: issue.machine, transition: issue.transition });
  }
}
