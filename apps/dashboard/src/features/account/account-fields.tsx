import { PasswordInput, TextInput } from '@mantine/core';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The email address that names an account. */
export function EmailField({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A password that is being chosen, within the contract's limits. */
export function NewPasswordField({ label, value, onChange }: FieldProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      description="8 to 128 characters"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={128}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
