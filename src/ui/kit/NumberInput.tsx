/** A number field. The parent keeps its text, which need not be a valid number yet. */
import { readNumber } from './readNumber.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> {
  readonly text: string;
  /** null if the field is empty. Not called while the text is not a number. */
  readonly onNumber: (value: number | null) => void;
  /** Called after `onNumber`. */
  readonly onText: (text: string) => void;
}

export function NumberInput({ text, onNumber, onText, ...rest }: NumberInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={text}
      onChange={(typed) => {
        const number = readNumber(typed);
        if (number === null || Number.isFinite(number)) onNumber(number);
        onText(typed);
      }}
    />
  );
}
