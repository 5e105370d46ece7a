// Placeholder until the schema exists.
