/** Messages for what cannot be shown of a recording. */
import type { ReplayIssue } from '../../../machines/recording/opened.ts';
import type { Translate } from '../../hooks/translate.ts';

export function troubleWords(t: Translate, trouble: ReplayIssue): string {
  switch (trouble.kind) {
    case 'machineGone':
      return t('inspectorStage.trouble.machine', { machine: trouble.machine });
    case 'stateGone':
      return t('inspectorStage.trouble.state', { machine: trouble.machine, state: trouble.state });
    case 'transitionGone':
      return t('inspectorStage.trouble.transition', { machine: trouble.machine, transition: trouble.transition });
  }
}
