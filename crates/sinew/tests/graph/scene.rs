//! A graph and what it acts on.
